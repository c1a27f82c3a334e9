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
 * <p>A cycle runs each batch size once, because requests will mix them. One size may share or
 * invalidate the compiled code of another. Runs are compared in windows, each a quarter as long as
 * all before it. In a calm window the compilers of the JVM are idle. No size's median is more than
 * a twentieth below its least earlier median. The model is steady after three calm windows, so that
 * half of all runs were calm.
 *
 * <p>The JVM compiles a method after a number of calls, and until then its time may be level. So a
 * steady model also needs a number of runs, or as many as fit into some seconds.
 */
final class ModelWarmUp {

  /** Calls after which the JVM has compiled most methods for the last time. */
  static final int FULL_RUNS = 2000;

  /** For slow runs, a level time of this length replaces the number of runs. */
  static final long LEVEL_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int MIN_WINDOW = 8;
  private static final int MAX_WINDOW = 10_000;

  /** The number of runs before a window, for each run in it. */
  private static final int RUNS_BEFORE = 4;

  private static final int CALM_WINDOWS = 3;
  private static final double FALL = 0.95;

  /** Compilers are idle if they work for less than this fraction of the time. */
  private static final double IDLE = 0.2;

  private final LongSupplier clock;
  private final LongSupplier compilation;
  private final int fullRuns;

  /**
   * Measures by other clocks.
   *
   * @param clock nanoseconds
   * @param compilation nanoseconds that the compilers of the JVM have worked so far
   * @param fullRuns runs of each size that a steady model needs
   */
  ModelWarmUp(LongSupplier clock, LongSupplier compilation, int fullRuns) {
    this.clock = clock;
    this.compilation = compilation;
    this.fullRuns = fullRuns;
  }

  /** {@return a warm-up by the clocks of the JVM} */
  static ModelWarmUp of(int fullRuns) {
    var compilers = ManagementFactory.getCompilationMXBean();
    // A JVM that only interprets has no compilers.
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

    /** {@return whether the median is clearly below the medians of all earlier windows} */
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
   * {@return the result of a warm-up}
   *
   * @param run runs the model with a size of batch
   * @param isClosed whether the model is no longer needed
   * @throws RuntimeException the failure of the model
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
      // Every size ends its window, also after a size whose time fell.
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
