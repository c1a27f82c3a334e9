package io.cambric.kernels.simd.elementwise;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.FloatFold;
import io.cambric.kernel.block.HalfTransfers;
import io.cambric.kernels.simd.codegen.Fusion;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Block operations with vector loops for bodies that run often, for functions and for reductions.
 * Plain loops compute all points until these loops are compiled, and give the same bits.
 */
public final class SimdBlockOps extends BlockOps {

  /**
   * The fewest points for which a body gets a generated loop: generating and compiling one keeps a
   * thread busy for a while.
   */
  private static final int OFTEN = 1 << 17;

  /** The same for a body of a single instruction, which is a simple loop in plain code, too. */
  private static final int OFTEN_ALONE = 1 << 22;

  private final Map<ReduceOp, FoldCode> folds = new EnumMap<>(ReduceOp.class);
  private final Fusion fusion = new Fusion();
  private final HalfTransfers halves = new SimdHalfTransfers();

  public SimdBlockOps() {
    for (var op : ReduceOp.values()) {
      if (FloatFold.supports(op)) {
        folds.put(op, new FoldCode(op));
      }
    }
  }

  @Override
  public HalfTransfers halves() {
    return halves;
  }

  @Override
  protected boolean foldsFloats() {
    return true;
  }

  @Override
  protected boolean isWorthCompiling(LoopBody body, long points) {
    // Called before each run of a body that is not compiled, so operations are counted last.
    return points >= OFTEN_ALONE
        || (points >= OFTEN && body.operations() > 1)
        || WarmUp.skipsWaiting();
  }

  @Override
  protected List<BlockCode> compile(LoopBody body, int rowLength) {
    return fusion.of(body, rowLength, accumulators(rowLength));
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

  private FoldCode code(ReduceOp op) {
    return Objects.requireNonNull(folds.get(op));
  }

  @Override
  protected void fold(ReduceOp op, float[] lanes, float[] x, int at, int n) {
    if (!code(op).row(lanes, x, at, n)) {
      super.fold(op, lanes, x, at, n);
    }
  }

  @Override
  protected void foldTogether(
      ReduceOp op, float[] lanes, float[] x, int at, int far, int stride, int rows, int n) {
    if (!code(op).rows(lanes, x, at, far, stride, rows, n)) {
      super.foldTogether(op, lanes, x, at, far, stride, rows, n);
    }
  }

  @Override
  protected void close(ReduceOp op, float[] lanes, int runs, float[] results) {
    if (!code(op).close(lanes, runs, results)) {
      super.close(op, lanes, runs, results);
    }
  }

  @Override
  public void foldColumns(
      ReduceOp op, float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    boolean ran = code(op).columns(sums, to, x, at, stride, rows, n);
    int whole = ran ? n - n % Species.LANES : 0;
    super.foldColumns(op, sums, to + whole, x, at + whole, stride, rows, n - whole);
  }
}
