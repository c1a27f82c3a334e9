package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.Operand;
import io.cambric.kernel.index.ElementMoves;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import java.util.List;

/** Sorts the lines of row-major operands along an axis, stably. */
final class SortKernel {

  /** Elements that justify another thread. */
  private static final int GRAIN = 1 << 11;

  private SortKernel() {}

  static void run(Shape shape, int axis, int numKeys, List<Operand> in, List<Operand> out) {
    int size = shape.size();
    if (size == 0) {
      return;
    }
    int length = shape.dim(axis);
    int stride = shape.strides()[axis];
    if (length == 1) {
      for (int k = 0; k < in.size(); k++) {
        var x = in.get(k);
        out.get(k).buffer().copyFrom(out.get(k).offset(), x.buffer(), x.offset(), size);
      }
      return;
    }
    Parallel.forRange(
        size / length,
        Math.max(1, GRAIN / length),
        (from, to) -> {
          if (in.size() == 1) {
            new SortedLines(in.getFirst(), out.getFirst(), length, stride, new RadixSort())
                .run(from, to);
          } else {
            reorder(length, stride, numKeys, in, out, from, to);
          }
        });
  }

  /** {@return the start of a line} */
  static int start(int line, int length, int stride) {
    return line / stride * stride * length + line % stride;
  }

  private static void reorder(
      int length, int stride, int numKeys, List<Operand> in, List<Operand> out, int from, int to) {
    var byOne = new LineOrder(length, false);
    long[][] keys = new long[numKeys][numKeys == 1 ? 0 : length];
    int[] order = new int[length];
    int[] spare = new int[length];
    for (int line = from; line < to; line++) {
      int start = start(line, length, stride);
      if (numKeys == 1) {
        var x = in.getFirst();
        order = byOne.of(x.buffer(), x.offset() + start, stride);
      } else {
        for (int k = 0; k < numKeys; k++) {
          var x = in.get(k);
          SortKeys.write(x.buffer(), x.offset() + start, stride, length, keys[k], 0);
        }
        for (int i = 0; i < length; i++) {
          order[i] = i;
        }
        mergeSort(keys, order, spare, 0, length);
      }
      for (int k = 0; k < in.size(); k++) {
        write(in.get(k), out.get(k), start, stride, order);
      }
    }
  }

  /** Sorts positions by their keys; earlier key arrays take precedence. */
  static void mergeSort(long[][] keys, int[] order, int[] spare, int from, int to) {
    if (to - from < 8) {
      for (int i = from + 1; i < to; i++) {
        int moved = order[i];
        int j = i;
        while (j > from && compare(keys, moved, order[j - 1]) < 0) {
          order[j] = order[--j];
        }
        order[j] = moved;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(keys, order, spare, from, middle);
    mergeSort(keys, order, spare, middle, to);
    System.arraycopy(order, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      if (right < to && compare(keys, order[right], spare[left]) < 0) {
        order[i] = order[right++];
      } else {
        order[i] = spare[left++];
      }
    }
  }

  private static int compare(long[][] keys, int a, int b) {
    for (long[] key : keys) {
      if (key[a] != key[b]) {
        return key[a] < key[b] ? -1 : 1;
      }
    }
    return 0;
  }

  private static void write(Operand x, Operand out, int start, int stride, int[] order) {
    int from = x.offset() + start;
    int to = out.offset() + start;
    var places = new ListedPlaces(order, 0, order.length);
    if (stride > 1) {
      places =
          new ListedPlaces(Arrays.stream(order).map(i -> i * stride).toArray(), 0, order.length);
    }
    ElementMoves.readApart(x.buffer(), from, places, x.buffer(), out.buffer(), to, stride);
  }
}
