package io.cambric.kernel.block;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Closed runners that wait for another run, since making one takes longer than a small loop. */
final class IdlePool<R extends IdlePool.Reusable> {

  /** A runner that serves one run after another. */
  interface Reusable {

    /** {@return whether it interprets instructions by these operations} */
    boolean runs(BlockOps ops);
  }

  private final AtomicReferenceArray<@Nullable R> idle;

  /**
   * Creates an empty pool. It is thread-safe.
   *
   * @param kept the most that wait; more concurrent threads create their own
   */
  IdlePool(int kept) {
    idle = new AtomicReferenceArray<>(kept);
  }

  /** {@return one that runs these operations, or null if none waits} */
  @Nullable R take(BlockOps ops) {
    for (int i = 0; i < idle.length(); i++) {
      // A plain read comes first, since most places are empty.
      if (idle.getPlain(i) != null) {
        var taken = idle.getAndSet(i, null);
        if (taken != null && taken.runs(ops)) {
          return taken;
        }
      }
    }
    return null;
  }

  /** Keeps one, unless enough wait. */
  void give(R closed) {
    for (int i = 0; i < idle.length(); i++) {
      if (idle.getPlain(i) == null && idle.compareAndSet(i, null, closed)) {
        return;
      }
    }
  }
}
