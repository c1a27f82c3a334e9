package io.cambric.kernels.simd;

import com.google.auto.service.AutoService;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.PlainKernels;
import io.cambric.kernel.ReduceOp;
import java.util.List;

/**
 * Kernels written with the Vector API, f32 first; what they don't do, the plain ones do.
 *
 * <p>Vector code is used from the moment the JIT has compiled it; until then plain code computes
 * the same bits.
 */
@AutoService(Kernels.class)
public final class SimdKernels extends PlainKernels {

  /** Fewer lanes than this are not worth the packing. */
  private static final int LEAST_LANES = 4;

  /** Made by {@link java.util.ServiceLoader}; fails where the Vector API is not readable. */
  public SimdKernels() {
    super(new SimdBlockOps());
  }

  @Override
  public String name() {
    return "simd-" + Species.F32.vectorBitSize();
  }

  @Override
  public int priority() {
    return Species.LANES >= LEAST_LANES ? 100 : -1;
  }

  @Override
  public void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
    if (!reduceFloats(op, body, dims, kept, inputs, output)) {
      super.reduce(op, body, dims, kept, inputs, output);
    }
  }

  @Override
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    if (spec.dtype() == DType.F32) {
      SimdMatmul.run(spec, lhs, rhs, out);
    } else {
      super.matmul(spec, lhs, rhs, out);
    }
  }

  @Override
  public void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out) {
    if (dtype != DType.F32 || !SimdConv.run(spec, lhs, rhs, out)) {
      super.conv(spec, dtype, lhs, rhs, out);
    }
  }
}
