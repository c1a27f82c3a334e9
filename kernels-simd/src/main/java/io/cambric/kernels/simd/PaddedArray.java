package io.cambric.kernels.simd;

import java.util.Arrays;

/**
 * Elements around a position of an array that are read, some of them behind the end of the array
 * where nothing depends on what they hold.
 *
 * @param data the array, or a copy of its end with zeros behind
 * @param offset the position
 */
record PaddedArray(float[] data, int offset) {

  /**
   * {@return an array in which the elements can be read}
   *
   * @param lowest first element that is read, relative to the position
   * @param highest last element that is read, relative to the position
   */
  static PaddedArray of(float[] data, int offset, int lowest, int highest) {
    return offset + highest < data.length
        ? new PaddedArray(data, offset)
        : new PaddedArray(Arrays.copyOfRange(data, offset + lowest, offset + highest + 1), -lowest);
  }

  /** {@return the least of some positions} */
  static int least(int[] at) {
    return Arrays.stream(at).min().orElseThrow();
  }

  /** {@return the greatest of some positions} */
  static int greatest(int[] at) {
    return Arrays.stream(at).max().orElseThrow();
  }
}
