package io.cambric.kernels.simd;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs vector code in the background until the JIT has compiled it.
 *
 * <p>Before that, vector code makes an object of each intermediate vector and is up to 100 times
 * slower than plain code; so callers use plain code of the same bits until {@link #isHot}. Nothing
 * is warmed that nobody asked for.
 *
 * <p>Compiled vector code makes no objects: that is how it is known, and neither a busy machine nor
 * a short sample deceives. Where the JVM does not tell what a thread allocates, code counts as
 * compiled after as many turns as the JIT is very likely done with.
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
   * Empty runs for each run of the sample. They count for the JIT, which compiles after 5000 runs
   * and more, and cost next to nothing, while the slow runs have it compile much that only they
   * use; but some of the calls must do something for the JIT to know what.
   */
  private static final int EMPTY_RUNS = 100;

  /**
   * Time and runs after which the next piece has its turn, so that a slow one keeps none waiting.
   */
  private static final long SLICE_NANOS = 20_000_000L;

  private static final int SLICE_RUNS = 100;

  /**
   * After a turn a piece leaves the processor to the JIT: for a moment, and for longer and longer
   * the more turns it has had.
   */
  private static final long REST_NANOS = 1_000_000L;

  private static final long LONGEST_REST_NANOS = 300_000_000L;

  /**
   * After so many turns plain code is used for good. They are counted, not the time, since on a
   * busy machine the JIT takes longer.
   */
  private static final int MAX_TURNS = 400;

  /**
   * So many turns are enough where nobody counts objects: with their rests they take a second or
   * two, and some hundred thousand runs, empty ones included. Pieces were seen to be compiled after
   * five to twenty turns.
   */
  static final int BLIND_SLICES = 60;

  /** Demand does not fall with the first time that is spent, which any piece takes. */
  private static final long USUAL_NANOS = 200_000_000L;

  /** Runs that make no objects which show that code is compiled. */
  private static final int ENOUGH = 2;

  private static final WarmUpQueue BACKGROUND = new WarmUpQueue();

  /** Whether vector code is used before it is compiled, so that tests see it. */
  private static volatile boolean impatient;

  /** What is warmed, for people. */
  private final String name;

  private final Runnable sample;
  private final Runnable empty;
  private final long worth;

  /** Bytes that the running thread has allocated. */
  private final LongSupplier allocated;

  private volatile boolean hot;
  private volatile boolean requested;

  /** Whether the JIT was given all the turns there are. */
  private volatile boolean failed;

  /** Run once there are no more turns. */
  private volatile Runnable whenDone = () -> {};

  /** What the sample has thrown: plain code is used for good then. */
  private volatile @Nullable Throwable thrown;

  /** Time of all turns; only the background thread uses it. */
  private long spent;

  /** How many turns there were; only the background thread counts them. */
  private int slices;

  /** When the next turn may begin; only the background thread uses it. */
  private long restEnd = System.nanoTime();

  /** Counted without a lock: it matters to nobody if some are lost. */
  private long points;

  /** Describes code to be warmed. */
  WarmUp(String name, Runnable sample) {
    this(name, sample, () -> {}, WORTH, Allocation::bytes);
  }

  /**
   * Describes code to be warmed.
   *
   * @param worth points that plain code computes before this is asked for
   */
  WarmUp(String name, Runnable sample, long worth) {
    this(name, sample, () -> {}, worth, Allocation::bytes);
  }

  /**
   * Describes code that ends at once where there is nothing to do.
   *
   * @param empty runs the same methods as the sample, with nothing to do
   */
  WarmUp(String name, Runnable sample, Runnable empty) {
    this(name, sample, empty, WORTH, Allocation::bytes);
  }

  /**
   * Describes code to be warmed, and how it is known to be compiled.
   *
   * @param allocated bytes that the running thread has allocated, or {@link Allocation#UNKNOWN}
   */
  WarmUp(String name, Runnable sample, Runnable empty, long worth, LongSupplier allocated) {
    this.name = name;
    this.sample = sample;
    this.empty = empty;
    this.worth = worth;
    this.allocated = allocated;
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
    if (points >= worth && !requested) {
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

  /**
   * Sets what runs once there are no more turns: the code is compiled, or never will be.
   *
   * @param action for the background thread; set before the code is requested
   */
  void whenDone(Runnable action) {
    whenDone = action;
  }

  /** Requests that the code is compiled. A piece that nobody holds any more is dropped. */
  synchronized void request() {
    if (!requested) {
      requested = true;
      BACKGROUND.add(this);
    }
  }

  /**
   * Runs the sample for a while: {@return whether it needs more} What it throws is thrown here, and
   * told to those who wait.
   */
  boolean slice() {
    boolean more = false;
    try {
      more = runForAWhile();
      return more;
    } catch (RuntimeException | Error e) {
      thrown = e;
      throw e;
    } finally {
      if (!more) {
        whenDone.run();
      }
    }
  }

  private boolean runForAWhile() {
    long start = System.nanoTime();
    long now = start;
    int without = 0;
    boolean blind = false;
    for (int runs = 0; runs < SLICE_RUNS && without < ENOUGH && now - start < SLICE_NANOS; runs++) {
      long before = allocated.getAsLong();
      sample.run();
      long after = allocated.getAsLong();
      blind = before == Allocation.UNKNOWN || after == Allocation.UNKNOWN;
      without = !blind && after == before ? without + 1 : 0;
      for (int i = 0; i < EMPTY_RUNS; i++) {
        empty.run();
      }
      TypeProfileWarmUp.run();
      now = System.nanoTime();
    }
    spent += now - start;
    slices++;
    hot = without == ENOUGH || (blind && slices >= BLIND_SLICES);
    failed = !hot && slices == MAX_TURNS;
    restEnd = now + Math.min(slices * REST_NANOS, LONGEST_REST_NANOS);
    return !hot && !failed;
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
    request();
    while (!hot) {
      if (thrown != null) {
        throw new IllegalStateException("the sample of " + name + " has failed", thrown);
      }
      if (failed) {
        throw new IllegalStateException(
            "the JIT has not compiled " + name + " in " + slices + " turns");
      }
      Thread.sleep(5);
    }
  }
}
