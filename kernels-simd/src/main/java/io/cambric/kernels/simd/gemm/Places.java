package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.Operand;
import io.cambric.kernels.simd.micro.OffsetTables;
import java.util.Arrays;

/**
 * A matrix of doubles with listed lines and columns: its element in line {@code i} and at {@code j}
 * is at {@code lines[i] + across[j]} from the offset on.
 *
 * @param step from one product to the next
 * @param lines places of rows of A and C, and of columns of B
 * @param across places of values of k, or of columns of C
 */
public record Places(double[] data, int offset, int step, int[] lines, int[] across) {

  static Places of(Operand operand, int lines, int line, int across, int next) {
    int[] s = operand.strides();
    return new Places(
        operand.buffer().doubles(),
        operand.offset(),
        s[0],
        OffsetTables.of(lines, s[line]),
        OffsetTables.of(across, s[next]));
  }

  Places transposed() {
    return new Places(data, offset, step, across, lines);
  }

  /** {@return these places in another array} */
  public Places in(double[] array, int start) {
    return new Places(array, start, step, lines, across);
  }

  /** {@return the matrix of a product} */
  Places of(int product) {
    return new Places(data, offset + product * step, step, lines, across);
  }

  /** {@return this with the last line again, up to some number of lines} */
  Places padded(int count) {
    int[] all = Arrays.copyOf(lines, count);
    Arrays.fill(all, lines.length, count, lines[lines.length - 1]);
    return new Places(data, offset, step, all, across);
  }

  /** Sets the elements of some matrices to 0. */
  public void clear(int count) {
    for (int i = 0; i < count; i++) {
      for (int line : lines) {
        for (int next : across) {
          data[offset + i * step + line + next] = 0;
        }
      }
    }
  }

  /** {@return how many of these places are adjacent, from one on and before {@code end}} */
  static int adjacent(int[] lines, int first, int end) {
    int i = first + 1;
    while (i < end && lines[i] == lines[i - 1] + 1) {
      i++;
    }
    return i - first;
  }
}
