package io.cambric.nn.serving;

import io.cambric.nn.serving.WarmUp.End;
import io.cambric.nn.serving.WarmUp.Times;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * Runs a model until its time no longer falls; mutable, for one warm-up.
 *
 * <p>A cycle runs each size of batches once, as requests will mix them: one may share or undo the
 * code that another compiles. Runs are compared in windows, each a quarter as long as all before
 * it. A window is calm if no size has a median below the least before it by more than a twentieth,
 * and the compilers of the JVM were idle. The model is steady after three calm windows, so that
 * half of all runs were calm.
 *
 * <p>The JVM compiles a method after a number of calls, and until then its time may be level. So a
 * steady model has had a number of runs, too, or as many as fit into some seconds.
 */
final class ModelWarmUp {

  /** Calls after which the JVM has compiled most methods for the last time. */
  static final int FULL_RUNS = 2000;

  /** A level time of so long stands for these runs where a run is slow. */
  static final long LEVEL_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int MIN_WINDOW = 8;
  private static final int MAX_WINDOW = 10_000;

  /** Runs before a window for each in it. */
  private static final int RUNS_BEFORE = 4;

  private static final int CALM_WINDOWS = 3;
  private static final double FALL = 0.95;

  /** Compilers are idle if they work for less of the time than this. */
  private static final double IDLE = 0.2;

  private final LongSupplier clock;
  private final LongSupplier compilation;
  private final int fullRuns;

  /**
   * Measures by other clocks.
   *
   * @param clock nanoseconds
   * @param compilation nanoseconds that the compilers of the JVM have worked so far
   * @param fullRuns runs of each size that a steady model has had
   */
  ModelWarmUp(LongSupplier clock, LongSupplier compilation, int fullRuns) {
    this.clock = clock;
    this.compilation = compilation;
    this.fullRuns = fullRuns;
  }

  /** {@return a warm-up by the clocks of the JVM} */
  static ModelWarmUp of(int fullRuns) {
    var compilers = ManagementFactory.getCompilationMXBean();
    // An interpreter has no compilers.
    boolean counts = compilers != null && compilers.isCompilationTimeMonitoringSupported();
    return new ModelWarmUp(
        System::nanoTime,
        () -> counts ? TimeUnit.MILLISECONDS.toNanos(compilers.getTotalCompilationTime()) : 0,
        fullRuns);
  }

  /** The runs with one size of batch. */
  private static final class Size {

    private final long first;
    private final long[] window = new long[MAX_WINDOW];
    private int count;
    private long least = Long.MAX_VALUE;
    private long reached;

    Size(long first) {
      this.first = first;
      add(first);
    }

    void add(long nanos) {
      window[count++] = nanos;
    }

    /** {@return whether the median is clearly below those of all windows before} */
    boolean endWindow() {
      reached = median();
      boolean fell = least == Long.MAX_VALUE || reached < FALL * least;
      least = Math.min(least, reached);
      count = 0;
      return fell;
    }

    private long median() {
      var sorted = Arrays.copyOf(window, count);
      Arrays.sort(sorted);
      return sorted[count / 2];
    }

    Times times() {
      boolean hasWindow = least != Long.MAX_VALUE;
      return new Times(Duration.ofNanos(first), Duration.ofNanos(hasWindow ? reached : median()));
    }
  }

  /**
   * {@return what a warm-up reached}
   *
   * @param run runs the model with a size of batch
   * @param isClosed whether nobody waits for the model any more
   * @throws RuntimeException that of the model
   */
  WarmUp run(String version, ServingOptions options, IntConsumer run, BooleanSupplier isClosed) {
    long start = clock.getAsLong();
    var sizes = new TreeMap<Integer, Size>();
    var progress = new Progress(start, compilation.getAsLong());
    int runs = 0;
    while (true) {
      for (int size : options.buckets()) {
        if (isClosed.getAsBoolean()) {
          return ended(version, start, runs, End.CLOSED, sizes);
        }
        if (runs > 0 && isOver(options.warmUp(), start)) {
          return ended(version, start, runs, End.OUT_OF_TIME, sizes);
        }
        add(sizes, size, nanos(run, size));
      }
      runs++;
      boolean isSteady = progress.isSteady(runs, sizes);
      boolean isFixed = options.warmUp().isZero();
      if (runs >= options.warmRuns() && (isFixed || isSteady)) {
        return ended(version, start, runs, isFixed ? End.RUNS_DONE : End.STEADY, sizes);
      }
    }
  }

  private boolean isOver(Duration longest, long start) {
    return !longest.isZero() && clock.getAsLong() - start >= TimeUnit.NANOSECONDS.convert(longest);
  }

  private long nanos(IntConsumer run, int size) {
    long start = clock.getAsLong();
    run.accept(size);
    return clock.getAsLong() - start;
  }

  private static void add(SortedMap<Integer, Size> sizes, int size, long nanos) {
    var known = sizes.get(size);
    if (known == null) {
      sizes.put(size, new Size(nanos));
    } else {
      known.add(nanos);
    }
  }

  private WarmUp ended(
      String version, long start, int runs, End end, SortedMap<Integer, Size> sizes) {
    var times = new TreeMap<Integer, Times>();
    sizes.forEach((size, measured) -> times.put(size, measured.times()));
    return new WarmUp(version, Duration.ofNanos(clock.getAsLong() - start), runs, end, times);
  }

  /** The windows so far. */
  private final class Progress {

    private int windowEnd = MIN_WINDOW;
    private long windowStart;
    private long compiled;
    private long levelSince;
    private int calm;

    Progress(long start, long compiled) {
      windowStart = start;
      levelSince = start;
      this.compiled = compiled;
    }

    boolean isSteady(int runs, SortedMap<Integer, Size> sizes) {
      if (runs < windowEnd) {
        return false;
      }
      windowEnd = runs + Math.clamp(runs / RUNS_BEFORE, MIN_WINDOW, MAX_WINDOW);
      // Every size ends its window, also after one that fell.
      long fallen = sizes.values().stream().filter(Size::endWindow).count();
      long now = clock.getAsLong();
      long compiledNow = compilation.getAsLong();
      boolean isIdle = compiledNow - compiled <= IDLE * (now - windowStart);
      if (fallen == 0 && isIdle) {
        calm++;
      } else {
        calm = 0;
        levelSince = now;
      }
      windowStart = now;
      compiled = compiledNow;
      return calm >= CALM_WINDOWS && (runs >= fullRuns || now - levelSince >= LEVEL_NANOS);
    }
  }
}
