package io.cambric.compile.run;

/**
 * The choice of a program between all threads and the calling thread alone. A short program hands
 * over work so often that several threads can be slower, especially if other programs use the
 * processors. From time to time, runs of both kinds are interleaved and timed. The faster kind is
 * used until the next comparison. Results have the same bits either way.
 *
 * <p>Mutable; safe for many threads.
 */
final class ThreadChoice {

  /** A run on all threads that takes more nanoseconds needs no comparison. */
  private static final long LONG = 10_000_000;

  /** Runs of each kind in a comparison. */
  private static final int RUNS = 8;

  /** Runs before the first comparison; the number doubles with each comparison. */
  private static final int FIRST = 64;

  private static final int MOST = 1 << 14;

  /** The kind of one run. */
  enum Kind {
    SHARED(false, false),
    ALONE(true, false),
    TIMED_SHARED(false, true),
    TIMED_ALONE(true, true);

    private final boolean alone;
    private final boolean timed;

    Kind(boolean alone, boolean timed) {
      this.alone = alone;
      this.timed = timed;
    }

    /** {@return whether the calling thread does all work} */
    boolean isAlone() {
      return alone;
    }

    /** {@return whether the run is a part of a comparison} */
    boolean isTimed() {
      return timed;
    }
  }

  private Kind chosen = Kind.SHARED;
  private int pause = FIRST;
  private int left = FIRST;
  private int begun;
  private int sharedRuns;
  private int aloneRuns;
  private long sharedTime;
  private long aloneTime;

  /** {@return the kind of the next run} */
  synchronized Kind next() {
    if (left > 0) {
      left--;
      return chosen;
    }
    return begun++ % 2 == 0 ? Kind.TIMED_SHARED : Kind.TIMED_ALONE;
  }

  /** Registers the time of a timed run. */
  synchronized void took(Kind kind, long nanoseconds) {
    if (left > 0) {
      return;
    }
    if (kind.isAlone()) {
      aloneRuns++;
      aloneTime += nanoseconds;
    } else {
      sharedRuns++;
      sharedTime += nanoseconds;
      if (nanoseconds > LONG) {
        choose(Kind.SHARED);
        return;
      }
    }
    if (sharedRuns >= RUNS && aloneRuns >= RUNS) {
      boolean alone = aloneTime * sharedRuns < sharedTime * aloneRuns;
      choose(alone ? Kind.ALONE : Kind.SHARED);
    }
  }

  private void choose(Kind kind) {
    chosen = kind;
    pause = Math.min(MOST, 2 * pause);
    left = pause;
    begun = 0;
    sharedRuns = 0;
    aloneRuns = 0;
    sharedTime = 0;
    aloneTime = 0;
  }
}
