package io.cambric.array;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Java arrays of deleted buffers, by type and length. Memory that is used again stays in the caches
 * of the processor, and needs no zeros.
 *
 * <p>The pool holds a part of the heap at most, and drops the arrays of the kind that was longest
 * not asked for. The garbage collector clears it before memory runs out.
 */
final class StoragePool {

  /** The smallest arrays that are kept, in bytes: smaller ones cost nothing to make. */
  private static final int LEAST = 1 << 12;

  /** The part of the heap that may be kept. */
  private static final int PART = 8;

  static final StoragePool ALL = new StoragePool(Runtime.getRuntime().maxMemory() / PART);

  private final long most;

  /** Arrays that wait, the kind that was longest not asked for first. */
  private final Map<Kind, Deque<SoftReference<Object>>> free = new LinkedHashMap<>(16, 0.75f, true);

  /** Of the arrays that wait. */
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
   * @param most bytes that it keeps
   */
  StoragePool(long most) {
    this.most = most;
  }

  /** {@return an array with arbitrary elements, or null if none waits} */
  @Nullable Object take(Class<?> element, int length, int width) {
    var kind = new Kind(element, length, width);
    if (kind.bytes() < LEAST) {
      return null;
    }
    synchronized (this) {
      var waiting = free.get(kind);
      Object found = null;
      while (found == null && waiting != null && !waiting.isEmpty()) {
        // The last one given is the likeliest to be in a cache.
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

  /** Keeps an array that nobody reads any more, if there is room. */
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

  /** {@return the bytes of the arrays that wait} */
  synchronized long bytes() {
    return bytes;
  }

  /** {@return how much memory was made and used again since the start, and how much waits} */
  synchronized ResultMemory use() {
    return new ResultMemory(madeNew, usedAgain, bytes);
  }
}
