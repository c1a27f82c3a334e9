package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.Operand;
import io.cambric.kernel.index.ElementMoves;
import io.cambric.kernel.thread.Parallel;

/**
 * Finds the largest elements of each row of a row-major operand. A few elements are kept in order
 * while a row is read; for many elements, the row is sorted.
 */
final class TopKKernel {

  /** Elements that justify another thread. */
  private static final int GRAIN = 1 << 11;

  /** The most elements that are kept in order while a row is read. */
  private static final int FEW = 1 << 9;

  /** The number of elements of a row per kept element from which most elements are skipped. */
  private static final int SPARSE = 4;

  private final Operand x;
  private final int length;
  private final int k;
  private final boolean isSelected;

  /** The keys of a row. */
  private final long[] keys;

  /** The largest keys so far, descending, and their positions. */
  private final long[] best;

  private final int[] positions;
  private final LineOrder order;

  private TopKKernel(Operand x, int length, int k) {
    this.x = x;
    this.length = length;
    this.k = k;
    isSelected = k <= FEW && (long) k * SPARSE <= length;
    keys = new long[isSelected ? length : 0];
    best = new long[isSelected ? k : 0];
    positions = new int[isSelected ? k : 0];
    order = new LineOrder(isSelected ? 0 : length, true);
  }

  static void run(Shape shape, int k, Operand x, Operand values, Operand positions) {
    if (shape.size() == 0 || k == 0) {
      return;
    }
    int length = shape.dim(-1);
    Parallel.forRange(
        shape.size() / length,
        Math.max(1, GRAIN / length),
        (from, to) -> {
          var kernel = new TopKKernel(x, length, k);
          for (int row = from; row < to; row++) {
            kernel.write(row, values, positions);
          }
        });
  }

  private void write(int row, Operand values, Operand places) {
    int start = x.offset() + row * length;
    int[] found = isSelected ? selected(start) : order.of(x.buffer(), start, 1);
    System.arraycopy(found, 0, places.buffer().ints(), places.offset() + row * k, k);
    var best = new ListedPlaces(found, 0, k);
    ElementMoves.read(
        x.buffer(), start, best, 1, x.buffer(), values.buffer(), values.offset() + row * k);
  }

  private int[] selected(int start) {
    SortKeys.write(x.buffer(), start, length, keys);
    int size = 0;
    for (int i = 0; i < length; i++) {
      long key = keys[i];
      if (size < k) {
        insert(key, i, size++);
      } else if (key > best[k - 1]) {
        insert(key, i, k - 1);
      }
    }
    return positions;
  }

  /** Inserts a key after all equal or larger keys; the last key is dropped. */
  private void insert(long key, int position, int last) {
    int at = last;
    while (at > 0 && best[at - 1] < key) {
      best[at] = best[at - 1];
      positions[at] = positions[at - 1];
      at--;
    }
    best[at] = key;
    positions[at] = position;
  }
}
