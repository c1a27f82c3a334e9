package io.cambric.nn.serving;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A model that doubles its batch, and can be held in the middle of one; for many threads. */
final class Gate implements Fn<Array, Array> {

  /** Sizes of the batches after the warm-up. */
  final List<Integer> sizes = new CopyOnWriteArrayList<>();

  private volatile CountDownLatch held = new CountDownLatch(0);
  private volatile CountDownLatch entered = new CountDownLatch(1);

  /** Holds the next batch until {@link #open}. */
  void shut() {
    sizes.clear();
    held = new CountDownLatch(1);
    entered = new CountDownLatch(1);
  }

  void awaitHeld() throws InterruptedException {
    entered.await();
  }

  void open() {
    held.countDown();
  }

  @Override
  public Array apply(Array batch) {
    sizes.add(batch.dim(0));
    entered.countDown();
    try {
      held.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return batch.mul(2);
  }
}
