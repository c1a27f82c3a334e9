package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.kernel.Operand;
import java.util.Arrays;
import java.util.List;

/** Sorts the lines of row-major operands along an axis, stably. */
final class SortKernel {

  private SortKernel() {}

  static void run(Shape shape, int axis, int numKeys, List<Operand> in, List<Operand> out) {
    int length = shape.dim(axis);
    int stride = shape.strides()[axis];
    if (shape.size() == 0) {
      return;
    }
    long[][] keys = new long[numKeys][length];
    int[] order = new int[length];
    int[] spare = new int[length];
    boolean narrow = numKeys == 1 && SortKeys.are32Bit(in.getFirst().buffer());
    for (int line = 0; line < shape.size() / length; line++) {
      int start = line / stride * stride * length + line % stride;
      for (int k = 0; k < numKeys; k++) {
        readKeys(in.get(k), start, stride, keys[k]);
      }
      if (narrow) {
        orderByPacking(keys[0], order);
      } else {
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

  private static void readKeys(Operand x, int start, int stride, long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = SortKeys.of(x.buffer(), x.offset() + start + i * stride);
    }
  }

  /** Sorts keys of 32 bits with their positions in the low bits. */
  static void orderByPacking(long[] keys, int[] order) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (keys[i] << 31) | i;
    }
    Arrays.sort(keys);
    for (int i = 0; i < keys.length; i++) {
      order[i] = (int) (keys[i] & Integer.MAX_VALUE);
    }
  }

  /** Sorts positions by the keys there, the earlier key arrays first. */
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
    for (int i = 0; i < order.length; i++) {
      out.buffer().copyFrom(to + i * stride, x.buffer(), from + order[i] * stride, 1);
    }
  }
}
