package io.cambric.nn.serving;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The waits at the end of a predictor; mutable, for many threads. */
final class Drain {

  /** How long a thread may take to end after an interrupt. */
  static final long INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** If a balancer sends nothing for this time, it has noticed that the service is not ready. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The time within which requests sent before the port closed arrive. */
  private static final long STRAGGLERS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final int POLL_MILLIS = 5;

  private final LongSupplier open;
  private final LongSupplier lastArrival;
  private final AtomicBoolean hasBegun = new AtomicBoolean();

  /**
   * Watches requests.
   *
   * @param open the number of requests without an end
   * @param lastArrival of a request, by the clock of {@link System#nanoTime}
   */
  Drain(LongSupplier open, LongSupplier lastArrival) {
    this.open = open;
    this.lastArrival = lastArrival;
  }

  boolean hasBegun() {
    return hasBegun.get();
  }

  /** {@return whether this is the first call} */
  boolean begin() {
    return hasBegun.compareAndSet(false, true);
  }

  /** Waits until all requests have ended and none arrives, or for a time. */
  void awaitQuiet(long end) {
    awaitNone(QUIET_NANOS, end);
  }

  /** Waits for requests that are on their way. */
  void awaitStragglers(long end) {
    long now = System.nanoTime();
    awaitNone(STRAGGLERS_NANOS, end - now < STRAGGLERS_NANOS ? end : now + STRAGGLERS_NANOS);
  }

  private void awaitNone(long quiet, long end) {
    long start = System.nanoTime();
    long now = start;
    while (end - now > 0) {
      long last = Math.max(lastArrival.getAsLong() - start, 0) + start;
      if (open.getAsLong() == 0 && now - last >= quiet) {
        return;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        // An interrupt asks for an early end; the requests are ended all the same.
        Thread.currentThread().interrupt();
        return;
      }
      now = System.nanoTime();
    }
  }

  /** {@return whether a thread ends within a time; an interrupt is left to the caller} */
  static boolean hasEnded(Thread thread, long end) {
    boolean interrupted = false;
    long rest = end - System.nanoTime();
    while (thread.isAlive() && rest > 0) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, rest);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      rest = end - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
