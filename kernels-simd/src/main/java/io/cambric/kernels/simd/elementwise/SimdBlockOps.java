package io.cambric.kernels.simd.elementwise;

import io.cambric.array.DType;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.FoldLoops;
import io.cambric.kernel.block.NarrowTransfers;
import io.cambric.kernel.block.PanelTranspose;
import io.cambric.kernels.simd.codegen.Fusion;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Block operations with vector loops for bodies that run often, for functions and for reductions.
 * Plain loops compute all points until these loops are compiled, and give the same bits.
 */
public final class SimdBlockOps extends BlockOps {

  /**
   * The fewest points for which a body gets a generated loop. Generating and compiling one keeps a
   * thread busy for a while.
   */
  private static final int OFTEN = 1 << 17;

  /** The same for a body of one instruction, which plain code also runs as a simple loop. */
  private static final int OFTEN_ALONE = 1 << 22;

  private final Fusion fusion = new Fusion();
  private final NarrowTransfers halves = new SimdNarrowTransfers();
  private final PanelTranspose panels = new SimdPanelTranspose();

  @Override
  protected PanelTranspose panels() {
    return panels;
  }

  @Override
  public NarrowTransfers halves() {
    return halves;
  }

  @Override
  protected boolean foldsFloats() {
    return true;
  }

  @Override
  protected boolean isWorthCompiling(LoopBody body, long points) {
    // This method runs before each run of a body that is not compiled, so it counts operations
    // last.
    return points >= OFTEN_ALONE
        || (points >= OFTEN && body.operations() > 1)
        || WarmUp.skipsWaiting();
  }

  @Override
  protected List<BlockCode> compile(LoopBody body, int rowLength) {
    return fusion.of(body, rowLength, accumulators(rowLength));
  }

  /** {@return vector code of a function of floats, or null if there is none} */
  public static @Nullable FloatFunction function(ScalarOp op) {
    var function = VectorFunctions.of(op, DType.F32);
    return function == null ? null : function::run;
  }

  @Override
  protected void unary(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    var function = VectorFunctions.of(op, DType.F32);
    if (function == null) {
      super.unary(op, x, xo, out, to, n);
    } else {
      function.run(x, xo, out, to, n);
    }
  }

  @Override
  protected void unary(ScalarOp op, double[] x, int xo, double[] out, int to, int n) {
    var function = VectorFunctions.of(op, DType.F64);
    if (function == null) {
      super.unary(op, x, xo, out, to, n);
    } else {
      function.run(x, xo, out, to, n);
    }
  }

  @Override
  protected void round(DType dtype, Object lane, int at, int n) {
    int done = dtype == DType.BF16 ? SimdNarrowTransfers.roundFloats((float[]) lane, at, n) : 0;
    super.round(dtype, lane, at + done, n - done);
  }

  @Override
  protected FoldLoops folds(ScalarOp step, DType dtype) {
    return FoldCode.of(step, dtype);
  }
}
