package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.ReduceOp;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;

/**
 * The loops of {@link FoldWriter} for one reduction. Each method returns whether its loop is
 * compiled and has run.
 */
final class FoldCode {

  /** Rows that are reduced at once. */
  private static final int PLACES = 4;

  private final BlockLoops row;
  private final BlockLoops rows;
  private final BlockLoops closing;
  private final BlockLoops columns;

  FoldCode(ReduceOp op) {
    row = FoldWriter.rows(op, 1);
    rows = FoldWriter.rows(op, PLACES);
    closing = FoldWriter.close(op);
    columns = FoldWriter.columns(op);
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
      throw BlockLoops.unchecked(e);
    }
    return true;
  }

  /** Reduces the accumulators of each row. */
  boolean close(float[] lanes, int count, float[] results) {
    return closing.run((long) count * FoldWriter.WIDTH, lanes, results, count);
  }

  /** Folds rows into accumulators of columns, in whole vectors. */
  boolean columns(float[] sums, int to, float[] x, int at, int stride, int count, int n) {
    if (n < Species.LANES || !columns.isHot(n)) {
      return false;
    }
    try {
      columns.handle().invokeExact(sums, to, x, at, stride, count, n - n % Species.LANES);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return true;
  }
}
