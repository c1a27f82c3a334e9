package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.micro.Rows;
import java.util.Arrays;

/**
 * Reads of an operand that may go past its end. Vector loads may reach beyond the last element, and
 * such elements do not affect results.
 *
 * @param lowest first element that is read, relative to the operand's offset
 * @param highest last element that is read, relative to the operand's offset
 */
record PaddedReads(int[] kOffsets, int lowest, int highest) {

  /** {@return the reads between {@code first} and {@code last} from the offset of each k on} */
  static PaddedReads of(int[] kOffsets, int first, int last) {
    return new PaddedReads(kOffsets, first + least(kOffsets), last + greatest(kOffsets));
  }

  /** {@return the operand, or a copy of its end with zeros behind if there are reads past it} */
  Rows of(ConvOperand operand) {
    float[] data = operand.data();
    int offset = operand.offset();
    return offset + highest < data.length
        ? new Rows(data, kOffsets, 0, offset)
        : new Rows(
            Arrays.copyOfRange(data, offset + lowest, offset + highest + 1), kOffsets, 0, -lowest);
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
