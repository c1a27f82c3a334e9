package io.cambric.kernels.simd.conv;

import java.util.Arrays;

/**
 * An array that can be read past its end. Vector loads may reach beyond the last element, and such
 * elements do not affect results.
 *
 * @param data the array, or a copy of its end with zeros behind
 * @param offset the position that reads are relative to
 */
record PaddedArray(float[] data, int offset) {

  /**
   * {@return an array in which all elements that are read exist}
   *
   * @param lowest first element that is read, relative to the operand's offset
   * @param highest last element that is read, relative to the operand's offset
   */
  static PaddedArray of(ConvOperand operand, int lowest, int highest) {
    float[] data = operand.data();
    int offset = operand.offset();
    return offset + highest < data.length
        ? new PaddedArray(data, offset)
        : new PaddedArray(Arrays.copyOfRange(data, offset + lowest, offset + highest + 1), -lowest);
  }

  /** {@return the least of the offsets} */
  static int least(int[] at) {
    return Arrays.stream(at).min().orElseThrow();
  }

  /** {@return the greatest of the offsets} */
  static int greatest(int[] at) {
    return Arrays.stream(at).max().orElseThrow();
  }
}
