package io.cambric.kernels.simd.codegen;

import java.util.Arrays;

/**
 * The operands of a run over rows, with their positions, and its working memory. Used by one
 * thread.
 */
final class RowCursor {

  /** Arrays of the operands. */
  final Object[] arrays;

  /** The position of the first row of each operand, and the distance of its rows. */
  final int[] places;

  /** The accumulators, followed by row values that are kept between two passes over a row. */
  final float[] lanes;

  /**
   * A cursor without operands.
   *
   * @param lanes the floats of working memory
   */
  RowCursor(int operands, int lanes) {
    arrays = new Object[operands];
    places = new int[2 * operands];
    this.lanes = new float[lanes];
  }

  /**
   * Sets an operand.
   *
   * @param step distance of its rows
   */
  void set(int operand, Object array, int offset, int step) {
    arrays[operand] = array;
    places[2 * operand] = offset;
    places[2 * operand + 1] = step;
  }

  /** Releases all arrays. */
  void clear() {
    Arrays.fill(arrays, null);
  }
}
