package io.cambric.kernels.simd.jit;

import com.sun.management.ThreadMXBean;
import io.cambric.profiler.event.VectorCodeEvent;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs vector code in the background until the JIT has compiled it.
 *
 * <p>Code that is not compiled yet boxes each intermediate vector and is much slower than plain
 * code. Callers use plain code with the same bits until {@link #isHot}. Only code that a program
 * requests is warmed up.
 *
 * <p>Code counts as compiled once it allocates nothing, since compiled vector code boxes nothing.
 * Neither a busy machine nor a short sample distorts this test. If the JVM does not count
 * allocations, code counts as compiled after a number of slices that is very likely enough.
 */
public final class WarmUp {

  /**
   * Iterations of a vector loop in one run of a sample. HotSpot compiles a loop by the sum of its
   * runs and iterations, after a minimum of runs. More iterations would only delay that minimum.
   */
  public static final int LOOPS = 25;

  /**
   * Points that plain code computes before vector code is requested. Computing them takes a
   * fraction of the time of compiling, so small programs end before they compile code in vain.
   */
  public static final long WORTH = 1 << 16;

  /**
   * The same for loops of a long function. The JIT needs many times as long for them as for other
   * loops. The initialization of a small model ends before it requests them.
   */
  public static final long WORTH_OF_FUNCTIONS = 1 << 20;

  /**
   * Empty runs after each run of the sample, with {@link #LOOPS} iterations of an empty loop each.
   * They count towards HotSpot's compilation thresholds and cost next to nothing. Slow runs would
   * make the JIT compile much code that only they use. Some runs must do work, however, or C2 would
   * treat the loops as cold.
   */
  private static final int EMPTY_RUNS = 10;

  /**
   * Time and runs of a slice. The next piece of code runs after it, so a slow piece delays no
   * other.
   */
  private static final long SLICE_NANOS = 1_000_000L;

  private static final int SLICE_RUNS = 20;

  /**
   * Rest of a piece of code after a slice, which leaves the processor to the JIT. The rest grows
   * with the number of slices.
   */
  private static final long REST_NANOS = 200_000L;

  private static final long LONGEST_REST_NANOS = 300_000_000L;

  /**
   * The most slices of a piece; plain code replaces it for good after them. They are counted
   * instead of time, since the JIT takes longer on a busy machine.
   */
  private static final int MAX_SLICES = 1000;

  /**
   * Slices that are enough if allocations are not counted. With their rests they leave the JIT
   * ample time, and with empty runs they exceed its thresholds many times.
   */
  static final int BLIND_SLICES = 200;

  /**
   * Lower bound of the time in {@link #demand}. Time that every piece takes does not lower its
   * demand.
   */
  private static final long MIN_NANOS = 200_000_000L;

  /** Consecutive runs without allocation that prove code to be compiled. */
  private static final int MIN_CLEAN_RUNS = 2;

  private static final WarmUpQueue BACKGROUND = new WarmUpQueue();

  /** Whether vector code is used before it is compiled, for tests. */
  private static volatile boolean impatient;

  /** Name of the code in messages. */
  private final String name;

  private final Runnable sample;

  /** Runs the code with nothing to do; null if the code does not return at once then. */
  private final @Nullable Runnable empty;

  private final long worth;

  /** Bytes that the running thread has allocated. */
  private final LongSupplier allocated;

  private volatile boolean hot;
  private volatile boolean requested;

  /** Whether all slices are used up and the code is still not compiled. */
  private volatile boolean failed;

  /** Runs after the last slice. */
  private volatile Runnable whenDone = () -> {};

  /** The exception of the sample, after which plain code is used for good. */
  private volatile @Nullable Throwable thrown;

  /** Time of all slices; only the background thread uses it. */
  private long spent;

  /** Number of slices; only the background thread counts them. */
  private int slices;

  /** Earliest time of the next slice; only the background thread uses it. */
  private long restEnd = System.nanoTime();

  /** Counted without a lock, since some lost points do not matter. */
  private long points;

  /**
   * The warm-up of a piece of code.
   *
   * @param empty runs the same methods as the sample, with nothing to do; null if the code does not
   *     return at once then
   * @param worth points that plain code computes before the code is requested
   */
  WarmUp(String name, Runnable sample, @Nullable Runnable empty, long worth) {
    this(name, sample, empty, worth, Allocation::bytes);
  }

  /**
   * The warm-up of a piece of code, with a test of compilation.
   *
   * @param allocated bytes that the running thread has allocated, or {@link Allocation#UNKNOWN}
   */
  WarmUp(
      String name, Runnable sample, @Nullable Runnable empty, long worth, LongSupplier allocated) {
    this.name = name;
    this.sample = sample;
    this.empty = empty;
    this.worth = worth;
    this.allocated = allocated;
  }

  /**
   * {@return whether the code is compiled} The code is requested once calls of this method have
   * counted enough points.
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

  /** {@return whether the code is compiled; the first call requests it} */
  public boolean isHot() {
    return isHot(worth);
  }

  /** Selects whether vector code is used at once or only once it is compiled; for tests. */
  public static void skipWaiting(boolean skip) {
    impatient = skip;
  }

  public static boolean skipsWaiting() {
    return impatient;
  }

  /** {@return whether any code runs in the background, or waits for it} */
  public static boolean isBusy() {
    return BACKGROUND.isBusy();
  }

  /**
   * Sets an action that runs after the last slice, when the code is compiled or given up.
   *
   * @param action for the background thread; set before the code is requested
   */
  public void whenDone(Runnable action) {
    whenDone = action;
  }

  /**
   * Requests the compilation of the code. A piece of code that is no longer reachable is dropped.
   */
  synchronized void request() {
    if (!requested) {
      requested = true;
      BACKGROUND.add(this);
    }
  }

  /**
   * {@return whether the sample needs another slice, after one slice of runs} An exception of the
   * sample is thrown here, and again by {@link #await}.
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
    for (int runs = 0;
        runs < SLICE_RUNS && without < MIN_CLEAN_RUNS && now - start < SLICE_NANOS;
        runs++) {
      long before = allocated.getAsLong();
      sample.run();
      long after = allocated.getAsLong();
      blind = before == Allocation.UNKNOWN || after == Allocation.UNKNOWN;
      without = !blind && after == before ? without + 1 : 0;
      for (int i = 0; i < EMPTY_RUNS && empty != null; i++) {
        empty.run();
      }
      now = System.nanoTime();
    }
    TypeProfileWarmUp.run();
    spent += now - start;
    slices++;
    hot = without == MIN_CLEAN_RUNS || (blind && slices >= BLIND_SLICES);
    failed = !hot && slices == MAX_SLICES;
    if (hot) {
      VectorCodeEvent.record(name, spent, slices);
    }
    restEnd = now + Math.min(slices * REST_NANOS, LONGEST_REST_NANOS);
    return !hot && !failed;
  }

  /** {@return the earliest time of the next slice} */
  long restEnd() {
    return restEnd;
  }

  /** {@return the priority: points that plain code computed, per time spent on warm-up so far} */
  double demand() {
    return (double) points / worth / Math.max(spent, MIN_NANOS);
  }

  /** Waits until the code is compiled; for tests and benchmarks. */
  public void await() throws InterruptedException {
    request();
    while (!hot) {
      if (thrown != null) {
        throw new IllegalStateException("the sample of " + name + " has failed", thrown);
      }
      if (failed) {
        throw new IllegalStateException(
            "the JIT has not compiled " + name + " in " + slices + " slices");
      }
      Thread.sleep(5);
    }
  }

  /**
   * The allocation counter of the current thread, read through {@link ThreadMXBean}. Code that
   * allocates nothing is compiled without boxed vectors.
   */
  static final class Allocation {

    /** The value for a JVM without such a counter. */
    static final long UNKNOWN = -1;

    /** Looked up once, because the look-up allocates. */
    private static final @Nullable ThreadMXBean THREADS =
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported()
            ? threads
            : null;

    private Allocation() {}

    /**
     * {@return the bytes that this thread has allocated so far, or {@link #UNKNOWN}} A JVM may not
     * support the counter, or it may be switched off.
     */
    static long bytes() {
      return THREADS == null ? UNKNOWN : THREADS.getCurrentThreadAllocatedBytes();
    }
  }
}
