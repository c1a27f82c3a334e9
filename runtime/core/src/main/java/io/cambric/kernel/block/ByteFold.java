package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.thread.Parallel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bitwise reductions of arrays of bytes, eight elements at a time in a long. Bools count as bits:
 * both their sum and their maximum are a disjunction.
 */
final class ByteFold {

  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final int EIGHT = Long.BYTES;

  /** The least number of bytes worth a handover to another thread. */
  static final int GRAIN = 1 << 17;

  /** Rows that are combined before their accumulators are read. */
  private static final int ROWS = 4;

  /** Columns that one task folds. */
  private static final int COLUMNS = 1 << 12;

  private final ScalarOp step;

  private ByteFold(ScalarOp step) {
    this.step = step;
  }

  /** {@return whether an operation combines the bits of single-byte elements} */
  static boolean supports(ScalarOp step, DType dtype) {
    return switch (step) {
      case AND, OR, XOR -> dtype.bytes() == 1;
      case MAX, MIN -> dtype == DType.BOOL;
      default -> false;
    };
  }

  /** {@return a fold by a supported operation} */
  static ByteFold of(ScalarOp step) {
    return new ByteFold(
        switch (step) {
          case MAX -> ScalarOp.OR;
          case MIN -> ScalarOp.AND;
          default -> step;
        });
  }

  private byte identity() {
    return (byte) (step == ScalarOp.AND ? -1 : 0);
  }

  private long combine(long a, long b) {
    return combine(step, a, b);
  }

  static long combine(ScalarOp step, long a, long b) {
    return step == ScalarOp.AND ? a & b : step == ScalarOp.OR ? a | b : a ^ b;
  }

  /**
   * Reduces rows of contiguous elements.
   *
   * @param starts starts of the rows
   * @param results positions of their results
   */
  void rows(byte[] x, StridedIndex starts, int length, byte[] y, StridedIndex results) {
    Parallel.forRange(
        results.count(),
        Math.max(1, GRAIN / Math.max(1, length)),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            y[results.position(row)] = row(x, starts.position(row), length);
          }
        });
  }

  private byte row(byte[] x, int at, int n) {
    long all = identity();
    int i = at;
    for (; i <= at + n - EIGHT; i += EIGHT) {
      all = combine(all, (long) LONGS.get(x, i));
    }
    for (int half = Long.SIZE / 2; half >= Byte.SIZE; half /= 2) {
      all = combine(all, all >>> half);
    }
    for (; i < at + n; i++) {
      all = combine(all, x[i]);
    }
    return (byte) all;
  }

  /**
   * Reduces columns; the elements of a row are contiguous.
   *
   * @param starts starts of the matrices
   * @param stride distance of consecutive rows
   * @param results position of the result of the first column of each matrix
   * @param step distance of the results of a matrix
   */
  void columns(
      byte[] x,
      StridedIndex starts,
      int stride,
      int rows,
      int width,
      byte[] y,
      StridedIndex results,
      int step) {
    int chunks = (width - 1) / COLUMNS + 1;
    Parallel.forRange(
        results.count() * chunks,
        (int) Math.max(1, GRAIN / Math.max(1, (long) rows * Math.min(width, COLUMNS))),
        (from, to) -> {
          byte[] sums = new byte[Math.min(width, COLUMNS)];
          for (int task = from; task < to; task++) {
            int first = task % chunks * COLUMNS;
            int n = Math.min(COLUMNS, width - first);
            Arrays.fill(sums, 0, n, identity());
            int at = starts.position(task / chunks) + first;
            int row = 0;
            for (; row <= rows - ROWS; row += ROWS) {
              addRows(sums, x, at + row * stride, stride, n);
            }
            for (; row < rows; row++) {
              addRow(sums, x, at + row * stride, n);
            }
            int target = results.position(task / chunks) + first * step;
            for (int i = 0; i < n; i++) {
              y[target + i * step] = sums[i];
            }
          }
        });
  }

  private void addRows(byte[] sums, byte[] x, int at, int stride, int n) {
    int b = at + stride;
    int c = b + stride;
    int d = c + stride;
    int i = 0;
    for (; i <= n - EIGHT; i += EIGHT) {
      long first = combine((long) LONGS.get(x, at + i), (long) LONGS.get(x, b + i));
      long second = combine((long) LONGS.get(x, c + i), (long) LONGS.get(x, d + i));
      LONGS.set(sums, i, combine((long) LONGS.get(sums, i), combine(first, second)));
    }
    for (; i < n; i++) {
      long first = combine(x[at + i], x[b + i]);
      sums[i] = (byte) combine(sums[i], combine(first, combine(x[c + i], x[d + i])));
    }
  }

  private void addRow(byte[] sums, byte[] x, int at, int n) {
    int i = 0;
    for (; i <= n - EIGHT; i += EIGHT) {
      LONGS.set(sums, i, combine((long) LONGS.get(sums, i), (long) LONGS.get(x, at + i)));
    }
    for (; i < n; i++) {
      sums[i] = (byte) combine(sums[i], x[at + i]);
    }
  }
}
