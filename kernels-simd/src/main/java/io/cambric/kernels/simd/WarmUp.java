package io.cambric.kernels.simd;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs vector code in the background until the JIT has compiled it.
 *
 * <p>Before that, vector code makes an object of each intermediate vector and is up to 100 times
 * slower than plain code; so callers use plain code of the same bits until {@link #isHot}. Nothing
 * is warmed that nobody asked for.
 */
final class WarmUp {

  /**
   * Points that plain code computes before vector code is asked for: a fraction of the time that
   * compiling takes, so that small programs end before they compile what they need no more.
   */
  private static final long WORTH = 1 << 16;

  /** Time given to one piece of code; then it is used as it is. */
  private static final long PATIENCE_NANOS = 4_000_000_000L;

  /** Time after which the next piece has its turn, so that a slow one keeps none waiting. */
  private static final long TURN_NANOS = 50_000_000L;

  /** Runs in time that show that code is compiled. */
  private static final int ENOUGH = 3;

  private static final ThreadPoolExecutor BACKGROUND = background();

  /** Whether vector code is used before it is compiled, so that tests see it. */
  private static volatile boolean impatient;

  private final Runnable sample;
  private final long fastNanos;
  private volatile boolean hot;
  private volatile boolean fast;
  private volatile boolean requested;

  /** Time of all turns; only the background thread uses it. */
  private long spent;

  /** Counted without a lock: it matters to nobody if some are lost. */
  private long points;

  /**
   * Describes code to be warmed.
   *
   * @param fastNanos time of one run of the sample that only compiled code reaches
   */
  WarmUp(Runnable sample, long fastNanos) {
    this.sample = sample;
    this.fastNanos = fastNanos;
  }

  private static ThreadPoolExecutor background() {
    var executor =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              var thread = new Thread(null, task, "cambric-warm-up", 0, false);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /**
   * {@return whether the code is compiled; it is asked for once this has been called for many
   * points}
   *
   * @param count points that are computed now, by plain code if the answer is no
   */
  boolean isHot(long count) {
    if (hot || impatient) {
      return true;
    }
    points += count;
    if (points >= WORTH) {
      request();
    }
    return false;
  }

  /**
   * {@return whether the code is compiled and as fast as it should be; the first call asks for it}
   */
  boolean isFast() {
    if (!hot && !impatient) {
      request();
    }
    return fast || impatient;
  }

  /** Uses vector code at once, or only once it is compiled; for tests. */
  static void skipWaiting(boolean skip) {
    impatient = skip;
  }

  static boolean skipsWaiting() {
    return impatient;
  }

  /** {@return whether any code is being warmed, or waits for it} */
  static boolean isBusy() {
    return BACKGROUND.getActiveCount() > 0 || !BACKGROUND.getQueue().isEmpty();
  }

  /** Asks for the code to be compiled. */
  synchronized void request() {
    if (!requested) {
      requested = true;
      BACKGROUND.execute(this::warm);
    }
  }

  private void warm() {
    long start = System.nanoTime();
    int inTime = 0;
    long before = start;
    while (inTime < ENOUGH && before - start < TURN_NANOS) {
      sample.run();
      long after = System.nanoTime();
      inTime = after - before < fastNanos ? inTime + 1 : 0;
      before = after;
    }
    spent += before - start;
    if (inTime < ENOUGH && spent < PATIENCE_NANOS) {
      BACKGROUND.execute(this::warm);
      return;
    }
    fast = inTime == ENOUGH;
    hot = true;
  }

  /** Waits until the code is compiled; for tests and benchmarks. */
  void await() throws InterruptedException {
    request();
    while (!hot) {
      Thread.sleep(5);
    }
  }
}
