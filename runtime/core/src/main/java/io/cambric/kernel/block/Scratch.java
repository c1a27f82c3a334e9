package io.cambric.kernel.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scratch arrays of one kernel run, from a pool of its thread. Packed operands and tiles are then
 * written to memory that is in the cache already. A nested run opens a scratch of its own and
 * closes it before the outer one is used again.
 */
public final class Scratch implements AutoCloseable {

  /**
   * Elements that the pool of a thread holds at most; the least recently used arrays are dropped
   * first.
   */
  private static final int MAX_KEPT = 1 << 23;

  /** An array serves requests down to its length divided by this. */
  private static final int SPARE = 4;

  /** The smallest length of an array, so that short requests share arrays. */
  private static final int LEAST = 256;

  private static final ThreadLocal<Pool> POOL = ThreadLocal.withInitial(Pool::new);

  private final Pool pool = POOL.get();
  private final int before = pool.lent.size();

  /** The arrays of a thread. */
  private static final class Pool {

    private final List<float[]> free = new ArrayList<>();

    /** The arrays in use; the last one borrowed is returned first. */
    private final List<float[]> lent = new ArrayList<>();

    /** The number of elements of the free arrays. */
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

  /** Starts a run. */
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
