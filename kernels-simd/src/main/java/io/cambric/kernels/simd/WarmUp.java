package io.cambric.kernels.simd;

/**
 * Runs vector code in the background until the JIT has compiled it.
 *
 * <p>Before that, vector code makes an object of each intermediate vector and is up to 100 times
 * slower than plain code; so callers use plain code of the same bits until {@link #isHot}. Nothing
 * is warmed that nobody asked for.
 */
final class WarmUp {

  /**
   * Turns of a loop of vector code in one run of a sample. The JIT compiles after 600 runs, and
   * 15000 runs and turns together; more would only take longer.
   */
  static final int LOOPS = 25;

  /**
   * Points that plain code computes before vector code is asked for: a fraction of the time that
   * compiling takes, so that small programs end before they compile what they need no more.
   */
  static final long WORTH = 1 << 16;

  /**
   * Running time that is given to a piece of code at first. On a busy machine the JIT may need
   * longer; so a piece that is not compiled by then has another chance after a pause.
   */
  private static final long PATIENCE_NANOS = 4_000_000_000L;

  /** A pause is so many times as long as the chance before it. */
  private static final int PAUSE = 4;

  /** After so many chances, each twice as long as the one before, plain code is used for good. */
  private static final int CHANCES = 5;

  /**
   * Time and runs after which the next piece has its turn, so that a slow one keeps none waiting.
   */
  private static final long TURN_NANOS = 50_000_000L;

  private static final int TURN_RUNS = 150;

  /**
   * After a turn a piece leaves the processor to the JIT: for a moment, and for longer and longer
   * once it has had this many turns, which should do.
   */
  private static final int ENOUGH_TURNS = 8;

  private static final long LEAST_REST_NANOS = 1_000_000L;
  private static final long LONGEST_REST_NANOS = 30_000_000L;

  /** Demand does not fall with the first time that is spent, which any piece takes. */
  private static final long USUAL_NANOS = 200_000_000L;

  /** Runs in time that show that code is compiled. */
  private static final int ENOUGH = 3;

  private static final WarmUpQueue BACKGROUND = new WarmUpQueue();

  /** Whether vector code is used before it is compiled, so that tests see it. */
  private static volatile boolean impatient;

  private final Runnable sample;
  private final long fastNanos;
  private final long worth;
  private volatile boolean hot;
  private volatile boolean requested;

  /** When the next chance may begin. */
  private long pauseEnd = System.nanoTime();

  /** How many chances have passed. */
  private volatile int chances;

  /** Time of all turns of this chance; only the background thread uses it. */
  private long spent;

  /** How many turns there were; only the background thread uses it. */
  private int turns;

  /** When the next turn may begin; only the background thread uses it. */
  private long restEnd = System.nanoTime();

  /** Counted without a lock: it matters to nobody if some are lost. */
  private long points;

  /**
   * Describes code to be warmed.
   *
   * @param fastNanos time of one run of the sample that only compiled code reaches
   */
  WarmUp(Runnable sample, long fastNanos) {
    this(sample, fastNanos, WORTH);
  }

  /**
   * Describes code to be warmed.
   *
   * @param fastNanos time of one run of the sample that only compiled code reaches
   * @param worth points that plain code computes before this is asked for
   */
  WarmUp(Runnable sample, long fastNanos, long worth) {
    this.sample = sample;
    this.fastNanos = fastNanos;
    this.worth = worth;
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
    if (points >= worth) {
      request();
    }
    return false;
  }

  /** {@return whether the code is compiled; the first call asks for it} */
  boolean isHot() {
    return isHot(worth);
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
    return BACKGROUND.isBusy();
  }

  /** Asks for the code to be compiled. */
  synchronized void request() {
    if (!requested && System.nanoTime() - pauseEnd >= 0) {
      requested = true;
      BACKGROUND.add(this);
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

  /** Runs the sample for a while: {@return whether it needs more} */
  boolean turn() {
    long start = System.nanoTime();
    int inTime = 0;
    long before = start;
    for (int runs = 0; runs < TURN_RUNS && inTime < ENOUGH && before - start < TURN_NANOS; runs++) {
      sample.run();
      long after = System.nanoTime();
      inTime = after - before < fastNanos ? inTime + 1 : 0;
      before = after;
    }
    spent += before - start;
    if (inTime == ENOUGH) {
      hot = true;
      return false;
    }
    if (spent >= PATIENCE_NANOS << chances) {
      pause();
      return false;
    }
    long rest = (before - start) * (++turns / ENOUGH_TURNS);
    restEnd = before + Math.clamp(rest, LEAST_REST_NANOS, LONGEST_REST_NANOS);
    return true;
  }

  /** {@return when the next turn may begin} */
  long restEnd() {
    return restEnd;
  }

  /** {@return how much is wanted of this code for the time that it has taken so far} */
  double demand() {
    return (double) points / worth / Math.max(spent, USUAL_NANOS);
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
