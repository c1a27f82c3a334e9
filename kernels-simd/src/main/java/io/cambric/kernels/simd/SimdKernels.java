package io.cambric.kernels.simd;

import com.google.auto.service.AutoService;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prologue;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.block.DotProducts;
import io.cambric.kernel.block.DotSums;
import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.HalfOperands;
import io.cambric.kernel.block.Pooling;
import io.cambric.kernel.block.WindowReduce;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.plain.WidenedKernels;
import io.cambric.kernels.simd.attention.SimdAttention;
import io.cambric.kernels.simd.attention.SimdAttentionGradient;
import io.cambric.kernels.simd.conv.DoubleConv;
import io.cambric.kernels.simd.conv.SimdConv;
import io.cambric.kernels.simd.elementwise.SimdBlockOps;
import io.cambric.kernels.simd.elementwise.SimdRowUpdates;
import io.cambric.kernels.simd.gemm.DoubleGemm;
import io.cambric.kernels.simd.gemm.SimdDotSums;
import io.cambric.kernels.simd.gemm.SimdMatmul;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kernels on the Vector API: products and convolutions of f32 and f64, attention, reductions and
 * generated loops. Plain kernels compute all other operations.
 *
 * <p>Vector code runs once the JIT has compiled it. Until then, plain code computes the same bits.
 */
@AutoService(Kernels.class)
public final class SimdKernels extends PlainKernels {

  /** The fewest lanes for which packing pays. */
  private static final int MIN_LANES = 4;

  private final SimdBlockOps ops;
  private final WidenedKernels halves;
  private final DotSums dotSums = new SimdDotSums();

  /** Created by {@link java.util.ServiceLoader}; fails where the Vector API is not readable. */
  public SimdKernels() {
    var blocks = new SimdBlockOps();
    super(blocks);
    ops = blocks;
    halves = new WidenedKernels(this, ops.halves());
  }

  @Override
  public String name() {
    return "simd-" + Species.F32.vectorBitSize();
  }

  /** Reductions and elementwise loops have the same bits at any width. */
  @Override
  public String arithmetic() {
    return "simd";
  }

  @Override
  public int priority() {
    return Species.LANES >= MIN_LANES ? 100 : -1;
  }

  @Override
  public boolean takesStraightCode() {
    return true;
  }

  @Override
  public @Nullable FloatFunction function(ScalarOp op) {
    return SimdBlockOps.function(op);
  }

  @Override
  public boolean isWarming() {
    return WarmUp.isBusy();
  }

  @Override
  public void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
    if (!reduceFloats(op, body, dims, kept, inputs, output)) {
      super.reduce(op, body, dims, kept, inputs, output);
    }
  }

  @Override
  public void update(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    SimdRowUpdates.run(op, rows, updates, at, result, offset);
  }

  @Override
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    if (SimdMatmul.supports(spec)) {
      if (spec.ofVectors()) {
        multiplyVectors(spec, lhs, rhs, out);
      } else if (DotProducts.fit(spec, lhs, rhs)) {
        DotProducts.of(spec, lhs, rhs, out).run(dotSums);
      } else {
        new SimdMatmul(spec, lhs, rhs, out).run(FusedCallRun.NONE);
      }
    } else if (HalfOperands.areWidened(spec.dtype())) {
      halves.matmul(spec, lhs, rhs, out);
    } else if (spec.ofVectors()
        || !DoubleGemm.supports(spec)
        || !DoubleGemm.of(spec, lhs, rhs, out).run()) {
      super.matmul(spec, lhs, rhs, out);
    }
  }

  @Override
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out, FusedCall fused) {
    if (!SimdMatmul.supports(spec)
        || spec.ofVectors()
        || (fused.prologue() == null && DotProducts.fit(spec, lhs, rhs))
        || !takes(spec, fused.prologue(), lhs, rhs)) {
      super.matmul(spec, lhs, rhs, out, fused);
      return;
    }
    var product = new SimdMatmul(spec, lhs, rhs, out);
    if (SimdMatmul.takesEpilogue(spec)) {
      product.run(FusedCallRun.of(ops, fused, out));
    } else {
      product.run(FusedCallRun.of(ops, fused.withoutEpilogue(), out));
      fused.finish(this);
    }
  }

  private boolean takes(MatmulSpec spec, @Nullable Prologue prologue, Operand lhs, Operand rhs) {
    return prologue == null
        || takesPrologue(spec, prologue.operand(), (prologue.operand() == 0 ? lhs : rhs).strides());
  }

  @Override
  public boolean takesPrologue(MatmulSpec spec, int operand, int[] strides) {
    return SimdMatmul.takesPrologue(spec, operand, strides);
  }

  @Override
  public void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out) {
    if (HalfOperands.areWidened(dtype)) {
      halves.conv(spec, lhs, rhs, out);
      return;
    }
    boolean done =
        switch (dtype) {
          case F32 -> SimdConv.run(spec, lhs, rhs, out, FusedCallRun.NONE);
          case F64 -> DoubleConv.run(spec, lhs, rhs, out);
          default -> false;
        };
    if (!done) {
      super.conv(spec, dtype, lhs, rhs, out);
    }
  }

  @Override
  public void conv(
      ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out, FusedCall fused) {
    if (dtype != DType.F32
        || fused.epilogue() == null
        || fused.prologue() != null
        || !SimdConv.isOneProduct(spec, out)
        || !SimdConv.run(spec, lhs, rhs, out, FusedCallRun.of(ops, fused, out))) {
      super.conv(spec, dtype, lhs, rhs, out, fused);
    }
  }

  @Override
  public boolean takesPrologue(ConvSpec spec, DType dtype, int[] lhs, int[] rhs, int[] out) {
    return false;
  }

  @Override
  public void reduceWindow(
      ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output) {
    WindowReduce.run(ops, op, spec, dtype, input, output);
  }

  @Override
  public void selectAndScatterAdd(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output) {
    boolean isReal = dtype == DType.F32 || dtype == DType.F64;
    if (HalfOperands.areWidened(dtype)) {
      halves.selectAndScatterAdd(max, spec, source, input, output);
    } else if (!isReal || !Pooling.scatter(max, spec, source, input, output)) {
      super.selectAndScatterAdd(max, spec, dtype, source, input, output);
    }
  }

  @Override
  public void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    if (SimdAttention.supports(spec, x)) {
      new SimdAttention(spec, x, out, logSums).run();
    } else if (WidenedKernels.supports(spec, x)) {
      halves.attention(spec, x, out, logSums);
    } else {
      super.attention(spec, x, out, logSums);
    }
  }

  @Override
  public void attentionGradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    if (SimdAttention.supports(spec, x)) {
      new SimdAttentionGradient(spec, x, logSums, cotangent, sums, out).run();
    } else if (WidenedKernels.supports(spec, x)) {
      halves.attentionGradient(spec, x, logSums, cotangent, sums, out);
    } else {
      super.attentionGradient(spec, x, logSums, cotangent, sums, out);
    }
  }
}
