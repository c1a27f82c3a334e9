package io.cambric.kernels.simd.codegen;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernel.scalar.F64Ops;
import io.cambric.kernel.scalar.ScalarFunctions;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions of f32 and f64 with vector code. Plain loops with the same bits run until that code is
 * compiled.
 */
public final class VectorFunctions {

  /** The working memory of passes over rows. */
  private static final float[] NO_LANES = {};

  private static final Map<ScalarOp, VectorFunctions> F32 = new EnumMap<>(ScalarOp.class);
  private static final Map<ScalarOp, VectorFunctions> F64 = new EnumMap<>(ScalarOp.class);

  static {
    for (var op : ScalarOp.values()) {
      if (op.arity() == 1 && ScalarFunctions.has(op, DType.F32)) {
        F32.put(op, new VectorFunctions(op, DType.F32));
        if (op != ScalarOp.CBRT) {
          F64.put(op, new VectorFunctions(op, DType.F64));
        }
      }
    }
  }

  private final ScalarOp op;
  private final int lanes;
  private final BlockLoops loop;

  private VectorFunctions(ScalarOp op, DType dtype) {
    this.op = op;
    lanes = LaneType.of(dtype).lanes();
    int sample = WarmUp.LOOPS * lanes;
    Object[] arrays = {around(dtype, sample), Lane.of(dtype).allocate(sample)};
    loop =
        BlockLoops.of(
            op.name(),
            () -> RowWriter.write(Fusion.loop(LoopBody.of(op, dtype, 0, List.of(dtype)))),
            new Object[] {arrays, new int[arrays.length], NO_LANES, sample, 0},
            WarmUp.WORTH_OF_FUNCTIONS);
  }

  /** {@return numbers between -1 and 1, where all functions are defined or NaN} */
  private static Object around(DType dtype, int count) {
    var values = Buffer.allocate(dtype, count);
    for (int i = 0; i < count; i++) {
      values.setDouble(i, (2 * i - count) / (1.2 * count));
    }
    return dtype == DType.F32 ? values.floats() : values.doubles();
  }

  /**
   * {@return the function of an operation on floats or doubles, or null if it has no vector code}
   */
  public static @Nullable VectorFunctions of(ScalarOp op, DType dtype) {
    return (dtype == DType.F64 ? F64 : F32).get(op);
  }

  /** Applies the function to {@code n} floats; the arrays may be the same at the same index. */
  public void run(float[] x, int xo, float[] out, int to, int n) {
    int whole = vectors(x, xo, out, to, n);
    F32Ops.unary(op, x, xo + whole, out, to + whole, n - whole);
  }

  /** Applies the function to {@code n} doubles; the arrays may be the same at the same index. */
  public void run(double[] x, int xo, double[] out, int to, int n) {
    int whole = vectors(x, xo, out, to, n);
    F64Ops.unary(op, x, xo + whole, out, to + whole, n - whole);
  }

  /** {@return the number of elements that vector code has computed} */
  private int vectors(Object x, int xo, Object out, int to, int n) {
    int whole = n >= lanes && loop.isHot(n) ? n - n % lanes : 0;
    if (whole > 0) {
      try {
        loop.handle().invokeExact(new Object[] {x, out}, new int[] {xo, to}, NO_LANES, whole, 0);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
    }
    return whole;
  }
}
