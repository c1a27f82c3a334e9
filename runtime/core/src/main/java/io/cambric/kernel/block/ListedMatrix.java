package io.cambric.kernel.block;

import java.util.Arrays;

/**
 * A matrix of doubles with listed lines and columns. The element in line {@code i} and column
 * {@code j} is at {@code lines[i] + across[j]}, relative to the offset.
 *
 * @param step distance of consecutive products
 * @param lines places of rows of A and C, and of columns of B
 * @param across places of values of k, or of columns of C
 */
public record ListedMatrix(double[] data, int offset, int step, int[] lines, int[] across) {

  /** {@return the matrix whose columns are these lines} */
  public ListedMatrix transposed() {
    return new ListedMatrix(data, offset, step, across, lines);
  }

  /** {@return the matrix at the same places of another array} */
  public ListedMatrix in(double[] array, int start) {
    return new ListedMatrix(array, start, step, lines, across);
  }

  /** {@return the matrix of a product} */
  public ListedMatrix of(int product) {
    return new ListedMatrix(data, offset + product * step, step, lines, across);
  }

  /** {@return the matrix with its last line repeated, up to a number of lines} */
  public ListedMatrix padded(int count) {
    int[] all = Arrays.copyOf(lines, count);
    Arrays.fill(all, lines.length, count, lines[lines.length - 1]);
    return new ListedMatrix(data, offset, step, all, across);
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

  /** {@return the number of adjacent places, starting with one and ending before {@code end}} */
  public static int adjacent(int[] lines, int first, int end) {
    int i = first + 1;
    while (i < end && lines[i] == lines[i - 1] + 1) {
      i++;
    }
    return i - first;
  }

  /**
   * Copies elements of up to four lines for each of some values of k.
   *
   * @param base start of the matrix
   * @param line the first of {@code count} lines
   * @param k the first of {@code n} values
   * @param to start of the copies, which are {@code width} apart
   */
  public void gather(
      int base, int line, int count, int k, double[] packed, int to, int width, int n) {
    double[] x = data;
    if (count < 4) {
      for (int j = 0; j < count; j++) {
        int at = base + lines[line + j];
        for (int i = 0; i < n; i++) {
          packed[to + i * width + j] = x[at + across[k + i]];
        }
      }
      return;
    }
    int x0 = base + lines[line];
    int x1 = base + lines[line + 1];
    int x2 = base + lines[line + 2];
    int x3 = base + lines[line + 3];
    for (int i = 0; i < n; i++) {
      int at = across[k + i];
      int target = to + i * width;
      packed[target] = x[x0 + at];
      packed[target + 1] = x[x1 + at];
      packed[target + 2] = x[x2 + at];
      packed[target + 3] = x[x3 + at];
    }
  }
}
