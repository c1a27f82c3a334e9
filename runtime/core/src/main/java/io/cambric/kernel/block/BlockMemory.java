package io.cambric.kernel.block;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * A pool of arrays for block temporaries, one pool per thread. Reused arrays are already in the
 * cache; their contents are arbitrary. Each has at least {@link Block#SIZE} elements.
 */
final class BlockMemory {

  private static final ThreadLocal<BlockMemory> MINE = ThreadLocal.withInitial(BlockMemory::new);

  /** Arrays that are not in use, by ordinal of their lane. */
  private final List<ArrayDeque<Object>> free =
      Arrays.stream(Lane.values()).map(_ -> new ArrayDeque<>()).toList();

  private BlockMemory() {}

  /** {@return the pool of this thread} */
  static BlockMemory ofThread() {
    return MINE.get();
  }

  /** {@return an array of the lane with at least {@code length} elements and arbitrary contents} */
  Object take(Lane lane, int length) {
    Object array = freeOf(lane).poll();
    // The garbage collector takes an array that is too short; a program with long rows returns long
    // ones.
    return array == null || Array.getLength(array) < length
        ? lane.allocate(Math.max(length, Block.SIZE))
        : array;
  }

  /** Returns an array of {@link #take} to the pool. */
  void give(Lane lane, Object array) {
    freeOf(lane).push(array);
  }

  private ArrayDeque<Object> freeOf(Lane lane) {
    return free.get(lane.ordinal());
  }
}
