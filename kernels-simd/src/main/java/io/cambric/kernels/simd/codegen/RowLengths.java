package io.cambric.kernels.simd.codegen;

/**
 * A class of row lengths that share one generated code.
 *
 * @param accumulators accumulators of a reduction; a row has at least twice as many elements
 * @param ragged whether rows may have any length; else the accumulators divide it
 */
record RowLengths(int accumulators, boolean ragged) {

  /** The shortest row. Shorter rows have fewer accumulators than vectors have lanes. */
  static final int SHORTEST = 32;

  /** {@return the class of a length, with a number of accumulators} */
  static RowLengths of(int length, int accumulators) {
    return new RowLengths(accumulators, length % accumulators != 0);
  }

  /** {@return a length of this class, the shortest one that runs all code} */
  int sample() {
    return 2 * accumulators + (ragged ? accumulators - 3 : 0);
  }
}
