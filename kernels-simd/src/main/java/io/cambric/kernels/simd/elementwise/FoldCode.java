package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.ReduceOp;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.function.Function;

/**
 * The loops of {@link FoldWriter} for one reduction. Each method returns whether its loop is
 * compiled and has run.
 */
final class FoldCode {

  private static final int WIDTH = FoldWriter.WIDTH;

  /** Rows that are reduced at once. */
  private static final int PLACES = 4;

  /** Elements of a sample row. */
  private static final int LENGTH =
      WarmUp.LOOPS * FoldWriter.VECTORS * Species.LANES / WIDTH * WIDTH;

  private final BlockLoops row;
  private final BlockLoops rows;
  private final BlockLoops closing;
  private final BlockLoops columns;

  FoldCode(ReduceOp op) {
    row = rows(op, 1);
    rows = rows(op, PLACES);
    int runs = WarmUp.LOOPS;
    closing =
        loop("closing", op, FoldWriter::close, new float[runs * WIDTH], new float[runs], runs);
    // The sample runs both loops: that of four rows, and that of one row.
    int few = 5;
    int n = WarmUp.LOOPS / 2 * Species.LANES;
    columns =
        loop("columns", op, FoldWriter::columns, new float[n], 0, new float[few * n], 0, n, few, n);
  }

  private static BlockLoops rows(ReduceOp op, int places) {
    return loop(
        places + " rows",
        op,
        known -> FoldWriter.rows(known, places),
        new float[places * WIDTH],
        new float[LENGTH],
        0,
        0,
        0,
        1,
        LENGTH);
  }

  private static BlockLoops loop(
      String name, ReduceOp op, Function<ReduceOp, MethodHandle> writer, Object... sample) {
    return BlockLoops.of(op + " of " + name, () -> writer.apply(op), sample, WarmUp.WORTH, false);
  }

  /** Reduces a row into accumulators. */
  boolean row(float[] lanes, float[] x, int at, int n) {
    return row.isHot(n) && run(row, lanes, x, at, 0, 0, 1, n);
  }

  /** Reduces rows of four places into accumulators. */
  boolean rows(float[] lanes, float[] x, int at, int far, int stride, int count, int n) {
    return rows.isHot((long) PLACES * count * n) && run(rows, lanes, x, at, far, stride, count, n);
  }

  private static boolean run(
      BlockLoops loop, float[] lanes, float[] x, int at, int far, int stride, int rows, int n) {
    try {
      loop.handle().invokeExact(lanes, x, at, far, stride, rows, n);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
    return true;
  }

  /** Reduces the accumulators of each row. */
  boolean close(float[] lanes, int count, float[] results) {
    if (!closing.isHot((long) count * WIDTH)) {
      return false;
    }
    try {
      closing.handle().invokeExact(lanes, results, count);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
    return true;
  }

  /** Folds rows into accumulators of columns, in whole vectors. */
  boolean columns(float[] sums, int to, float[] x, int at, int stride, int count, int n) {
    if (n < Species.LANES || !columns.isHot(n)) {
      return false;
    }
    try {
      columns.handle().invokeExact(sums, to, x, at, stride, count, n - n % Species.LANES);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
    return true;
  }
}
