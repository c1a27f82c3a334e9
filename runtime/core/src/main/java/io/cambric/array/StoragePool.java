package io.cambric.array;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of Java arrays of deleted buffers, by type and length. Reused memory is still in the
 * caches of the processor, and is not zeroed.
 *
 * <p>The pool holds at most a fraction of the heap, and drops the arrays of the least recently
 * requested kind. The garbage collector clears it before memory runs out.
 */
final class StoragePool {

  /**
   * The size of the smallest arrays that are kept, in bytes. Smaller arrays are cheap to allocate.
   */
  private static final int LEAST = 1 << 12;

  /** The pool holds at most the heap divided by this number. */
  private static final int PART = 8;

  static final StoragePool ALL = new StoragePool(Runtime.getRuntime().maxMemory() / PART);

  private final long most;

  /** The free arrays, with the least recently requested kind first. */
  private final Map<Kind, Deque<SoftReference<Object>>> free = new LinkedHashMap<>(16, 0.75f, true);

  /** The bytes of the free arrays. */
  private long bytes;

  private long usedAgain;
  private long madeNew;

  private record Kind(Class<?> element, int length, int width) {

    long bytes() {
      return (long) length * width;
    }
  }

  /**
   * A pool without arrays.
   *
   * @param most maximum number of bytes that the pool holds
   */
  StoragePool(long most) {
    this.most = most;
  }

  /** {@return an array with arbitrary elements, or null if none is free} */
  @Nullable Object take(Class<?> element, int length, int width) {
    var kind = new Kind(element, length, width);
    if (kind.bytes() < LEAST) {
      return null;
    }
    synchronized (this) {
      var waiting = free.get(kind);
      Object found = null;
      while (found == null && waiting != null && !waiting.isEmpty()) {
        // The array added last is the most likely to be in a cache.
        found = waiting.removeLast().get();
        bytes -= kind.bytes();
      }
      if (found == null) {
        madeNew += kind.bytes();
      } else {
        usedAgain += kind.bytes();
      }
      return found;
    }
  }

  /** Keeps an array without readers, if there is room. */
  void give(Object data, int length, int width) {
    var kind = new Kind(data.getClass().componentType(), length, width);
    if (kind.bytes() < LEAST || kind.bytes() > most) {
      return;
    }
    synchronized (this) {
      while (bytes + kind.bytes() > most) {
        dropOne();
      }
      free.computeIfAbsent(kind, _ -> new ArrayDeque<>()).addLast(new SoftReference<>(data));
      bytes += kind.bytes();
    }
  }

  private void dropOne() {
    var eldest = free.entrySet().iterator().next();
    if (eldest.getValue().pollFirst() == null) {
      free.remove(eldest.getKey());
      return;
    }
    bytes -= eldest.getKey().bytes();
  }

  /** {@return the bytes of the free arrays} */
  synchronized long bytes() {
    return bytes;
  }

  /** {@return the memory that was allocated and reused since the start, and the free memory} */
  synchronized ResultMemory use() {
    return new ResultMemory(madeNew, usedAgain, bytes);
  }
}
