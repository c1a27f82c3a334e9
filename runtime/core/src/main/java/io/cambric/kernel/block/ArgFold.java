package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.thread.Parallel;

/**
 * The index of the largest or smallest element of each row: the first NaN if there is one, else the
 * first of equal elements. A reduction finds the element, and a search its index.
 */
public final class ArgFold {

  /** The least number of elements worth a handover to another thread. */
  private static final int GRAIN = 1 << 15;

  private final LaneFold fold;
  private final Operand input;
  private final boolean inPlace;
  private final int n;
  private final int step;
  private final int apart;

  /** Memory for the current rows, empty if rows are read in place. */
  private final Object loaded;

  private final Object best;

  /** Prepares a search over {@code together} rows at once. */
  private ArgFold(BlockOps ops, ReduceOp op, DType dtype, int[] dims, Operand input, int together) {
    int kept = dims.length - 1;
    var lane = Lane.of(dtype);
    fold = new LaneFold(ops, op, dtype);
    this.input = input;
    n = dims[kept];
    step = input.strides()[kept];
    apart = kept == 0 ? 0 : input.strides()[kept - 1];
    inPlace = Lane.isStored(dtype) && (step == 1 || n == 1);
    loaded = lane.allocate(inPlace ? 0 : together * n);
    best = lane.allocate(together);
  }

  /** Searches along the last axis. */
  public static void run(
      BlockOps ops, boolean max, DType dtype, int[] dims, Operand input, Operand output) {
    int kept = dims.length - 1;
    var op = max ? ReduceOp.MAX : ReduceOp.MIN;
    int across = kept == 0 ? 1 : dims[kept - 1];
    var lines = StridedIndex.of(dims, Math.max(0, kept - 1), input);
    var results = StridedIndex.of(dims, kept, output);
    if (results.count() == 0) {
      return;
    }
    int together = Math.clamp(Block.SIZE / dims[kept], 1, across);
    int groups = (across - 1) / together + 1;
    Parallel.forRange(
        lines.count() * groups,
        Math.max(1, GRAIN / together / dims[kept]),
        (from, to) -> {
          var search = new ArgFold(ops, op, dtype, dims, input, together);
          for (int group = from; group < to; group++) {
            int line = group / groups;
            int first = group % groups * together;
            int rows = Math.min(together, across - first);
            search.rows(lines.position(line), first, rows, output, results, line * across + first);
          }
        });
  }

  private void rows(
      int line, int first, int rows, Operand output, StridedIndex results, int result) {
    int at = line + first * apart;
    if (!inPlace) {
      Transfers.load(input.buffer(), at, apart, rows, step, n, loaded, 0);
    }
    Object x = inPlace ? input.buffer().storage() : loaded;
    int start = inPlace ? at : 0;
    int stride = inPlace ? apart : n;
    fold.rows(x, start, stride, rows, n, best, 0);
    for (int row = 0; row < rows; row++) {
      output.buffer().setLong(results.position(result + row), place(x, start + row * stride, row));
    }
  }

  /** {@return the index of the best element in a row that begins at {@code at}} */
  private int place(Object x, int at, int row) {
    return switch (x) {
      case float[] a -> place(a, ((float[]) best)[row], at, at + n);
      case double[] a -> place(a, ((double[]) best)[row], at, at + n);
      case int[] a -> place(a, ((int[]) best)[row], at, at + n);
      case long[] a -> place(a, ((long[]) best)[row], at, at + n);
      default -> throw new AssertionError(x);
    };
  }

  private static int place(float[] x, float wanted, int at, int end) {
    boolean none = Float.isNaN(wanted);
    for (int i = at; i < end; i++) {
      if (none ? Float.isNaN(x[i]) : x[i] == wanted) {
        return i - at;
      }
    }
    throw new AssertionError(wanted);
  }

  private static int place(double[] x, double wanted, int at, int end) {
    boolean none = Double.isNaN(wanted);
    for (int i = at; i < end; i++) {
      if (none ? Double.isNaN(x[i]) : x[i] == wanted) {
        return i - at;
      }
    }
    throw new AssertionError(wanted);
  }

  private static int place(int[] x, int wanted, int at, int end) {
    for (int i = at; i < end; i++) {
      if (x[i] == wanted) {
        return i - at;
      }
    }
    throw new AssertionError(wanted);
  }

  private static int place(long[] x, long wanted, int at, int end) {
    for (int i = at; i < end; i++) {
      if (x[i] == wanted) {
        return i - at;
      }
    }
    throw new AssertionError(wanted);
  }
}
