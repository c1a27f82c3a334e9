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

  /**
   * Running time that is given to a piece of code at first. On a busy machine the JIT may need
   * longer; so a piece that is not compiled by then has another chance after a pause.
   */
  private static final long PATIENCE_NANOS = 4_000_000_000L;

  /** A pause is so many times as long as the chance before it. */
  private static final int PAUSE = 4;

  /** After so many chances, each twice as long as the one before, plain code is used for good. */
  private static final int CHANCES = 5;

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
  private volatile boolean requested;

  /** When the next chance may begin. */
  private long pauseEnd = System.nanoTime();

  /** How many chances have passed. */
  private volatile int chances;

  /** Time of all turns of this chance; only the background thread uses it. */
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

  /** {@return whether the code is compiled; the first call asks for it} */
  boolean isHot() {
    return isHot(WORTH);
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
    if (!requested && System.nanoTime() - pauseEnd >= 0) {
      requested = true;
      BACKGROUND.execute(this::warm);
    }
  }

  /** Ends a chance: those who ask again after the pause begin the next one. */
  private synchronized void pause() {
    pauseEnd = System.nanoTime() + PAUSE * spent;
    spent = 0;
    int passed = chances + 1;
    chances = passed;
    requested = passed == CHANCES;
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
    if (inTime == ENOUGH) {
      hot = true;
    } else if (spent < PATIENCE_NANOS << chances) {
      BACKGROUND.execute(this::warm);
    } else {
      pause();
    }
  }

  /** Waits until the code is compiled; for tests and benchmarks. */
  void await() throws InterruptedException {
    while (!hot) {
      if (chances == CHANCES) {
        throw new IllegalStateException("the JIT has not compiled what it was given time for");
      }
      request();
      Thread.sleep(5);
    }
  }
}
