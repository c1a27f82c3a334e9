package io.cambric.kernel.block;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Closed runners for later runs, because creating one takes longer than a small loop. */
final class IdlePool<R extends IdlePool.Reusable> {

  /** A runner that can be used again. */
  interface Reusable {

    /** {@return whether it interprets instructions by these operations} */
    boolean runs(BlockOps ops);
  }

  private final AtomicReferenceArray<@Nullable R> idle;

  /**
   * Creates an empty pool. It is thread-safe.
   *
   * @param kept the largest number of idle runners; more concurrent threads create their own
   */
  IdlePool(int kept) {
    idle = new AtomicReferenceArray<>(kept);
  }

  /** {@return an idle runner for these operations, or null if there is none} */
  @Nullable R take(BlockOps ops) {
    for (int i = 0; i < idle.length(); i++) {
      // A plain read comes first, because most entries are empty.
      if (idle.getPlain(i) != null) {
        var taken = idle.getAndSet(i, null);
        if (taken != null && taken.runs(ops)) {
          return taken;
        }
      }
    }
    return null;
  }

  /** Keeps a runner, unless the pool is full. */
  void give(R closed) {
    for (int i = 0; i < idle.length(); i++) {
      if (idle.getPlain(i) == null && idle.compareAndSet(i, null, closed)) {
        return;
      }
    }
  }
}
