package io.cambric.lax.op;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/**
 * Binary search of an ascending table for values. Elements are compared as whole numbers of the
 * same order. The steps depend only on the length of the table, so no branch needs prediction, and
 * searches of several values overlap in time.
 *
 * @param from the first element of the table
 * @param right whether elements equal to a value come before it
 */
record SearchKernel(Operand table, int from, int length, boolean right) {

  /** Values that justify another thread. */
  private static final int GRAIN = 1 << 12;

  /** Values that are converted and searched at once. */
  private static final int BLOCK = 1 << 10;

  /** Values that are searched together. */
  private static final int WIDTH = 4;

  /**
   * The number of table elements per value above which elements are converted one by one, as the
   * search reads them.
   */
  private static final int SPARSE = 16;

  /** Writes the positions of some values to the result. */
  void run(Operand values, int first, int count, Operand out) {
    int[] places = out.buffer().ints();
    int at = values.offset() + first;
    int to = out.offset() + first;
    if (length == 0) {
      Arrays.fill(places, to, to + count, 0);
    } else if (length / SPARSE > count) {
      for (int i = 0; i < count; i++) {
        places[to + i] = place(SortKeys.of(values.buffer(), at + i));
      }
    } else if (SortKeys.are32Bit(table.buffer())) {
      int[] keys = new int[length];
      SortKeys.write(table.buffer(), table.offset() + from, length, keys);
      Parallel.forRange(
          count,
          GRAIN,
          (begin, end) -> searchInts(keys, values, at + begin, end - begin, places, to + begin));
    } else {
      long[] keys = new long[length];
      SortKeys.write(table.buffer(), table.offset() + from, length, keys);
      Parallel.forRange(
          count,
          GRAIN,
          (begin, end) -> searchLongs(keys, values, at + begin, end - begin, places, to + begin));
    }
  }

  private int place(long key) {
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long element = SortKeys.of(table.buffer(), table.offset() + from + middle);
      if (element < key || (right && element == key)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void searchInts(int[] table, Operand values, int at, int count, int[] places, int to) {
    int[] keys = new int[Math.min(BLOCK, count)];
    int more = right ? 1 : 0;
    for (int done = 0; done < count; done += keys.length) {
      int n = Math.min(keys.length, count - done);
      SortKeys.write(values.buffer(), at + done, n, keys);
      int start = to + done;
      int i = 0;
      for (; i <= n - WIDTH; i += WIDTH) {
        long p = (long) keys[i] + more;
        long q = (long) keys[i + 1] + more;
        long r = (long) keys[i + 2] + more;
        long s = (long) keys[i + 3] + more;
        places(table, p, q, r, s, places, start + i);
      }
      for (; i < n; i++) {
        places[start + i] = place(table, (long) keys[i] + more);
      }
    }
  }

  /** {@return the number of elements below a limit} */
  private static int place(int[] table, long limit) {
    int base = 0;
    int rest = table.length;
    while (rest > 1) {
      int half = rest >>> 1;
      base += half & (int) ((table[base + half - 1] - limit) >> 63);
      rest -= half;
    }
    return base - (int) ((table[base] - limit) >> 63);
  }

  /** Writes the number of elements below each of four limits; the searches overlap in time. */
  private static void places(int[] table, long p, long q, long r, long s, int[] places, int to) {
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;
    int rest = table.length;
    while (rest > 1) {
      int half = rest >>> 1;
      a += half & (int) ((table[a + half - 1] - p) >> 63);
      b += half & (int) ((table[b + half - 1] - q) >> 63);
      c += half & (int) ((table[c + half - 1] - r) >> 63);
      d += half & (int) ((table[d + half - 1] - s) >> 63);
      rest -= half;
    }
    places[to] = a - (int) ((table[a] - p) >> 63);
    places[to + 1] = b - (int) ((table[b] - q) >> 63);
    places[to + 2] = c - (int) ((table[c] - r) >> 63);
    places[to + 3] = d - (int) ((table[d] - s) >> 63);
  }

  private void searchLongs(long[] table, Operand values, int at, int count, int[] places, int to) {
    long[] keys = new long[Math.min(BLOCK, count)];
    int more = right ? 1 : 0;
    for (int done = 0; done < count; done += keys.length) {
      int n = Math.min(keys.length, count - done);
      SortKeys.write(values.buffer(), at + done, n, keys);
      int start = to + done;
      int i = 0;
      for (; i <= n - WIDTH; i += WIDTH) {
        long p = keys[i] + more;
        long q = keys[i + 1] + more;
        long r = keys[i + 2] + more;
        long s = keys[i + 3] + more;
        places(table, p, q, r, s, places, start + i);
      }
      for (; i < n; i++) {
        places[start + i] = place(table, keys[i] + more);
      }
      for (int j = 0; j < n && right; j++) {
        // No limit is above the largest number, and all elements come before its right side.
        places[start + j] = keys[j] == Long.MAX_VALUE ? table.length : places[start + j];
      }
    }
  }

  private static int place(long[] table, long limit) {
    int base = 0;
    int rest = table.length;
    while (rest > 1) {
      int half = rest >>> 1;
      base += half & below(table[base + half - 1], limit);
      rest -= half;
    }
    return base - below(table[base], limit);
  }

  /** Writes the number of elements below each of four limits; the searches overlap in time. */
  private static void places(long[] table, long p, long q, long r, long s, int[] places, int to) {
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;
    int rest = table.length;
    while (rest > 1) {
      int half = rest >>> 1;
      a += half & below(table[a + half - 1], p);
      b += half & below(table[b + half - 1], q);
      c += half & below(table[c + half - 1], r);
      d += half & below(table[d + half - 1], s);
      rest -= half;
    }
    places[to] = a - below(table[a], p);
    places[to + 1] = b - below(table[b], q);
    places[to + 2] = c - below(table[c], r);
    places[to + 3] = d - below(table[d], s);
  }

  /** {@return -1 if the first number is smaller, else 0; without a branch, and without overflow} */
  private static int below(long a, long b) {
    return (int) (((a & ~b) | (~(a ^ b) & (a - b))) >> 63);
  }
}
