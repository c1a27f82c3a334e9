package io.cambric.kernel;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A daemon thread that helps with the regions offered to it; spins for a while, then parks. */
final class Worker extends Thread {

  private final int number;
  private final Runnable atStart;
  private volatile @Nullable ParallelRegion offered;
  private volatile boolean parked;

  /**
   * A thread that is not started yet.
   *
   * @param number among the threads of a region, from 1 on
   * @param atStart what it does first
   */
  Worker(int number, Runnable atStart) {
    super(null, null, "cambric-worker-" + number, 0, false);
    this.number = number;
    this.atStart = atStart;
    setDaemon(true);
  }

  /**
   * Gives a region to this worker; an earlier one that it has not begun is finished by its caller.
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
