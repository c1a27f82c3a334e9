package io.cambric.kernels.simd;

/**
 * Lengths of rows for which one piece of code serves.
 *
 * @param accumulators of a fold of such rows, which have two elements for each at least
 * @param ragged whether rows may have any length; else they have a multiple of the accumulators
 */
record RowLengths(int accumulators, boolean ragged) {

  /** {@return the lengths that a length belongs to, with so many accumulators} */
  static RowLengths of(int length, int accumulators) {
    return new RowLengths(accumulators, length % accumulators != 0);
  }

  /** {@return a length of this kind, as short as has all code run} */
  int sample() {
    return 2 * accumulators + (ragged ? accumulators - 3 : 0);
  }
}
