package io.cambric.lax.op;

import io.cambric.kernel.Operand;
import java.util.Arrays;

/**
 * Sorts lines as whole numbers of the same order, a block of lines at once. Zeros of both signs are
 * equal, and so are all NaN; both keep their original order.
 *
 * @param length elements of a line
 * @param stride their distance
 */
record SortedLines(Operand x, Operand out, int length, int stride, RadixSort radix) {

  /** Elements of a block, which stays in the first caches. */
  private static final int BLOCK = 1 << 12;

  /** Sorts some lines. */
  void run(int from, int to) {
    boolean is32Bit = SortKeys.are32Bit(x.buffer());
    int lines = Math.min(to - from, Math.max(1, BLOCK / length));
    int[] ints = new int[is32Bit ? lines * length : 0];
    long[] longs = new long[is32Bit ? 0 : lines * length];
    for (int line = from; line < to; line += lines) {
      int count = Math.min(lines, to - line);
      if (is32Bit) {
        sort(ints, line, count);
      } else {
        sort(longs, line, count);
      }
    }
  }

  private void sort(int[] keys, int line, int count) {
    boolean joined = stride == 1;
    int pieces = joined ? 1 : count;
    int n = joined ? count * length : length;
    for (int i = 0; i < pieces; i++) {
      SortKeys.write(x.buffer(), x.offset() + start(line + i), stride, n, keys, i * length);
    }
    for (int i = 0; i < count; i++) {
      radix.sort(keys, i * length, length);
    }
    for (int i = 0; i < pieces; i++) {
      SortKeys.read(keys, i * length, n, out.buffer(), out.offset() + start(line + i), stride);
    }
    for (int i = 0; i < count && x.buffer().dtype().isFloating(); i++) {
      int end = (i + 1) * length;
      int zero = Arrays.binarySearch(keys, i * length, end, SortKeys.zero(x.buffer()));
      if (zero >= 0 || keys[end - 1] == Integer.MAX_VALUE) {
        restore(start(line + i));
      }
    }
  }

  private void sort(long[] keys, int line, int count) {
    boolean joined = stride == 1;
    int pieces = joined ? 1 : count;
    int n = joined ? count * length : length;
    for (int i = 0; i < pieces; i++) {
      SortKeys.write(x.buffer(), x.offset() + start(line + i), stride, n, keys, i * length);
    }
    for (int i = 0; i < count; i++) {
      radix.sort(keys, i * length, length, 0);
    }
    for (int i = 0; i < pieces; i++) {
      SortKeys.read(keys, i * length, n, out.buffer(), out.offset() + start(line + i), stride);
    }
    for (int i = 0; i < count && x.buffer().dtype().isFloating(); i++) {
      int end = (i + 1) * length;
      int zero = Arrays.binarySearch(keys, i * length, end, 0L);
      if (zero >= 0 || keys[end - 1] == Long.MAX_VALUE) {
        restore(start(line + i));
      }
    }
  }

  private int start(int line) {
    return SortKernel.start(line, length, stride);
  }

  /** Restores the original order of the zeros and the NaN of a line. */
  private void restore(int start) {
    int negatives = 0;
    int nans = 0;
    for (int i = 0; i < length; i++) {
      double value = x.buffer().getDouble(x.offset() + start + i * stride);
      negatives += value < 0 ? 1 : 0;
      nans += Double.isNaN(value) ? 1 : 0;
    }
    int zero = negatives;
    int nan = length - nans;
    for (int i = 0; i < length; i++) {
      int at = x.offset() + start + i * stride;
      double value = x.buffer().getDouble(at);
      if (value == 0) {
        out.buffer().copyFrom(out.offset() + start + zero++ * stride, x.buffer(), at, 1);
      } else if (Double.isNaN(value)) {
        out.buffer().copyFrom(out.offset() + start + nan++ * stride, x.buffer(), at, 1);
      }
    }
  }
}
