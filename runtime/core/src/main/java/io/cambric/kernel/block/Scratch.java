package io.cambric.kernel.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Scratch arrays of one kernel run, from a pool of its thread. Packed operands and tiles are then
 * written to memory that is already in the cache. A nested run opens a scratch of its own and
 * closes it before the outer one is used again.
 */
public final class Scratch implements AutoCloseable {

  /**
   * The largest number of elements of one type in the pool of a thread; the least recently used
   * arrays are dropped first.
   */
  private static final int MAX_KEPT = 1 << 23;

  /** An array serves requests for at least a fraction {@code 1 / SPARE} of its length. */
  private static final int SPARE = 4;

  /** The smallest length of an array; short requests thus share arrays. */
  private static final int LEAST = 256;

  private static final ThreadLocal<Pools> POOLS = ThreadLocal.withInitial(Pools::new);

  private final Pools pools = POOLS.get();
  private final int floatsBefore = pools.floats.lent.size();
  private final int doublesBefore = pools.doubles.lent.size();

  /** The arrays of a thread. */
  private static final class Pools {

    private final Pool<float[]> floats = new Pool<>(float[]::new, array -> array.length);
    private final Pool<double[]> doubles = new Pool<>(double[]::new, array -> array.length);
  }

  /** The arrays of one type. */
  private static final class Pool<A> {

    private final IntFunction<A> make;
    private final ToIntFunction<A> length;
    private final List<A> free = new ArrayList<>();

    /** The arrays in use; the last one borrowed is returned first. */
    private final List<A> lent = new ArrayList<>();

    /** The number of elements of the free arrays. */
    private long elements;

    Pool(IntFunction<A> make, ToIntFunction<A> length) {
      this.make = make;
      this.length = length;
    }

    A lend(int count) {
      var array = take(Math.max(count, LEAST));
      lent.add(array);
      return array;
    }

    private A take(int count) {
      int best = -1;
      for (int i = 0; i < free.size(); i++) {
        int candidate = length.applyAsInt(free.get(i));
        if (candidate >= count
            && candidate / SPARE <= count
            && (best < 0 || candidate < length.applyAsInt(free.get(best)))) {
          best = i;
        }
      }
      if (best < 0) {
        return make.apply(count);
      }
      elements -= length.applyAsInt(free.get(best));
      return free.remove(best);
    }

    void giveBack(int before) {
      for (int i = lent.size() - 1; i >= before; i--) {
        var array = lent.remove(i);
        free.add(array);
        elements += length.applyAsInt(array);
      }
      while (elements > MAX_KEPT) {
        elements -= length.applyAsInt(free.removeFirst());
      }
    }
  }

  /** Starts a run. */
  public Scratch() {}

  /** {@return an array of at least {@code length} elements with arbitrary content} */
  public float[] floats(int length) {
    return pools.floats.lend(length);
  }

  /** {@return an array of at least {@code length} elements with arbitrary content} */
  public double[] doubles(int length) {
    return pools.doubles.lend(length);
  }

  /** {@return an array of at least {@code length} values of a lane with arbitrary content} */
  Object values(Lane lane, int length) {
    return switch (lane) {
      case FLOAT -> floats(length);
      case DOUBLE -> doubles(length);
      case INT, LONG -> lane.allocate(length);
    };
  }

  /** {@return an array of at least {@code length} elements, which are 0} */
  public float[] zeros(int length) {
    float[] array = floats(length);
    Arrays.fill(array, 0, length, 0f);
    return array;
  }

  @Override
  public void close() {
    pools.floats.giveBack(floatsBefore);
    pools.doubles.giveBack(doublesBefore);
  }
}
