package io.cambric.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Arrays lent to one kernel run by its thread, so that copies of factors and tiles are made in
 * places that are in the cache already, and not in new arrays. A run inside a run opens another,
 * and closes it before the first is used again.
 */
public final class Scratch implements AutoCloseable {

  /** Elements that a thread keeps; the arrays that were lent longest ago go first. */
  private static final int MAX_KEPT = 1 << 23;

  /** An array is lent for lengths down to this part of its own. */
  private static final int SPARE = 4;

  /** The least length of an array, so that short ones serve for one another. */
  private static final int LEAST = 256;

  private static final ThreadLocal<Pool> POOL = ThreadLocal.withInitial(Pool::new);

  private final Pool pool = POOL.get();
  private final int before = pool.lent.size();

  /** The arrays of a thread. */
  private static final class Pool {

    private final List<float[]> free = new ArrayList<>();

    /** Those that are in use; the ones that were lent last are given back first. */
    private final List<float[]> lent = new ArrayList<>();

    /** How many elements the free ones have. */
    private long elements;

    float[] take(int length) {
      int best = -1;
      for (int i = 0; i < free.size(); i++) {
        int candidate = free.get(i).length;
        if (candidate >= length
            && candidate / SPARE <= length
            && (best < 0 || candidate < free.get(best).length)) {
          best = i;
        }
      }
      if (best < 0) {
        return new float[length];
      }
      elements -= free.get(best).length;
      return free.remove(best);
    }

    void give(float[] array) {
      free.add(array);
      elements += array.length;
      while (elements > MAX_KEPT) {
        elements -= free.removeFirst().length;
      }
    }
  }

  /** Begins a run. */
  public Scratch() {}

  /** {@return an array of at least {@code length} elements with arbitrary content} */
  public float[] floats(int length) {
    float[] array = pool.take(Math.max(length, LEAST));
    pool.lent.add(array);
    return array;
  }

  /** {@return an array of at least {@code length} elements, which are 0} */
  public float[] zeros(int length) {
    float[] array = floats(length);
    Arrays.fill(array, 0, length, 0f);
    return array;
  }

  @Override
  public void close() {
    for (int i = pool.lent.size() - 1; i >= before; i--) {
      pool.give(pool.lent.remove(i));
    }
  }
}
