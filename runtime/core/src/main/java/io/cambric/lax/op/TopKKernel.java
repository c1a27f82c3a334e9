package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.kernel.Operand;

/** Keeps the largest elements of each row of a row-major operand in a heap, then empties it. */
final class TopKKernel {

  private final long[] keys;
  private final int[] heap;
  private int size;

  private TopKKernel(int length, int k) {
    keys = new long[length];
    heap = new int[k];
  }

  static void run(Shape shape, int k, Operand x, Operand values, Operand positions) {
    if (shape.size() == 0 || k == 0) {
      return;
    }
    int length = shape.dim(-1);
    var kernel = new TopKKernel(length, k);
    for (int row = 0; row < shape.size() / length; row++) {
      int start = x.offset() + row * length;
      kernel.fill(x, start);
      for (int i = k - 1; i >= 0; i--) {
        int position = kernel.removeWorst();
        values.buffer().copyFrom(values.offset() + row * k + i, x.buffer(), start + position, 1);
        positions.buffer().ints()[positions.offset() + row * k + i] = position;
      }
    }
  }

  private void fill(Operand x, int start) {
    size = 0;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = SortKeys.of(x.buffer(), start + i);
      if (size < heap.length) {
        heap[size++] = i;
        siftUp(size - 1);
      } else if (worse(heap[0], i)) {
        heap[0] = i;
        siftDown();
      }
    }
  }

  /** {@return whether position {@code a} comes behind {@code b}} */
  private boolean worse(int a, int b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a > b;
  }

  private int removeWorst() {
    int worst = heap[0];
    heap[0] = heap[--size];
    siftDown();
    return worst;
  }

  private void siftUp(int from) {
    int i = from;
    while (i > 0 && worse(heap[i], heap[(i - 1) / 2])) {
      swap(i, (i - 1) / 2);
      i = (i - 1) / 2;
    }
  }

  private void siftDown() {
    int i = 0;
    while (true) {
      int worst = i;
      for (int child = 2 * i + 1; child <= 2 * i + 2 && child < size; child++) {
        if (worse(heap[child], heap[worst])) {
          worst = child;
        }
      }
      if (worst == i) {
        return;
      }
      swap(i, worst);
      i = worst;
    }
  }

  private void swap(int i, int j) {
    int moved = heap[i];
    heap[i] = heap[j];
    heap[j] = moved;
  }
}
