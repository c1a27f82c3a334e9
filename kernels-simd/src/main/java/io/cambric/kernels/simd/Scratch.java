package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;

/**
 * An array lent to one kernel run by its thread, so that copies of factors are made in places that
 * are in the cache already. A run inside a run gets an array of its own.
 */
final class Scratch implements AutoCloseable {

  /** Larger arrays are left to the garbage collector. */
  private static final int LARGEST_KEPT = 1 << 23;

  /** Runs inside each other whose arrays are kept. */
  private static final int MOST_KEPT = 3;

  private static final ThreadLocal<List<float[]>> KEPT = ThreadLocal.withInitial(ArrayList::new);

  private final float[] array;

  private Scratch(float[] array) {
    this.array = array;
  }

  /** {@return an array of at least {@code length} elements with arbitrary content} */
  static Scratch floats(int length) {
    var kept = KEPT.get();
    int best = -1;
    for (int i = 0; i < kept.size(); i++) {
      int candidate = kept.get(i).length;
      if (candidate >= length && (best < 0 || candidate < kept.get(best).length)) {
        best = i;
      }
    }
    if (best >= 0) {
      return new Scratch(kept.remove(best));
    }
    if (kept.size() == MOST_KEPT) {
      kept.removeFirst();
    }
    return new Scratch(new float[length]);
  }

  float[] array() {
    return array;
  }

  @Override
  public void close() {
    var kept = KEPT.get();
    if (array.length <= LARGEST_KEPT && kept.size() < MOST_KEPT) {
      kept.add(array);
    }
  }
}
