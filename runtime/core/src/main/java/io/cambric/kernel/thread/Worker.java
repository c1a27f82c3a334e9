package io.cambric.kernel.thread;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A worker thread of parallel regions. It is a daemon; between regions it spins for a while and
 * then parks.
 */
final class Worker extends Thread {

  private final int number;
  private final Runnable atStart;
  private volatile @Nullable ParallelRegion offered;
  private volatile boolean parked;

  /**
   * Creates a thread without starting it.
   *
   * @param number the number among the threads of a region, from 1
   * @param atStart runs first in the new thread
   */
  Worker(int number, Runnable atStart) {
    super(null, null, "cambric-worker-" + number, 0, false);
    this.number = number;
    this.atStart = atStart;
    setDaemon(true);
  }

  /**
   * Offers a region to this worker. If it has not started an earlier region, the caller of that
   * region finishes it.
   */
  void offer(ParallelRegion region) {
    offered = region;
    if (parked) {
      LockSupport.unpark(this);
    }
  }

  @Override
  public void run() {
    atStart.run();
    while (true) {
      ParallelRegion region = next();
      region.work(number);
    }
  }

  private ParallelRegion next() {
    var spin = new SpinWait();
    while (true) {
      ParallelRegion region = offered;
      if (region != null) {
        offered = null;
        return region;
      }
      if (!spin.spin()) {
        parked = true;
        if (offered == null) {
          LockSupport.park(this);
        }
        parked = false;
      }
    }
  }
}
