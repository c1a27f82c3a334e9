package io.cambric.kernels.simd;

import java.util.Arrays;

/** Where the operands of a run over rows lie, and its memory; used by one thread. */
final class RowCursor {

  /** Arrays of the operands. */
  final Object[] arrays;

  /** Where each of them has the first row, and how far each row lies from the one before it. */
  final int[] places;

  /** Accumulators, and row values that are kept between two passes over a row. */
  final float[] lanes;

  /**
   * Makes a place.
   *
   * @param lanes how many floats the code keeps
   */
  RowCursor(int operands, int lanes) {
    arrays = new Object[operands];
    places = new int[2 * operands];
    this.lanes = new float[lanes];
  }

  /**
   * Places an operand.
   *
   * @param step how far each row lies from the one before it
   */
  void set(int operand, Object array, int offset, int step) {
    arrays[operand] = array;
    places[2 * operand] = offset;
    places[2 * operand + 1] = step;
  }

  /** Lets go of all arrays. */
  void clear() {
    Arrays.fill(arrays, null);
  }
}
