package io.cambric.kernel;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Arrays of {@link Block#SIZE} elements or more that a thread uses again and again for the values
 * of blocks. What they hold is left over from earlier uses.
 */
final class BlockMemory {

  private static final ThreadLocal<BlockMemory> MINE = ThreadLocal.withInitial(BlockMemory::new);

  private final Map<Lane, ArrayDeque<Object>> free = new EnumMap<>(Lane.class);

  private BlockMemory() {
    for (var lane : Lane.values()) {
      free.put(lane, new ArrayDeque<>());
    }
  }

  /** {@return the memory of this thread} */
  static BlockMemory ofThread() {
    return MINE.get();
  }

  /** {@return an array of the lane for so many elements at least, whose contents are arbitrary} */
  Object take(Lane lane, int length) {
    Object array = freeOf(lane).poll();
    // One that is too short is left to the collector: whoever has long rows has them again.
    return array == null || Array.getLength(array) < length
        ? lane.allocate(Math.max(length, Block.SIZE))
        : array;
  }

  /** Takes back what {@link #take} gave. */
  void give(Lane lane, Object array) {
    freeOf(lane).push(array);
  }

  private ArrayDeque<Object> freeOf(Lane lane) {
    return Objects.requireNonNull(free.get(lane));
  }
}
