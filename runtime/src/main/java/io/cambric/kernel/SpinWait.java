package io.cambric.kernel;

/**
 * How long a thread spins for work, or for the last chunks of others, before it parks. Used by one
 * thread for one wait.
 *
 * <p>A thread that is parked comes some 50 microseconds late, which is longer than most kernels of
 * a small model take. So this bridges what a program does alone between two kernels, and is short
 * against a time slice.
 */
final class SpinWait {

  private static final long NANOSECONDS = 200_000;

  /** Spins for each look at the clock, which takes longer than they do. */
  private static final int SPINS = 32;

  private final long start = System.nanoTime();

  private int spins;

  /** Spins once: {@return whether the thread should go on}, or park */
  boolean spin() {
    Thread.onSpinWait();
    spins++;
    return spins % SPINS != 0 || System.nanoTime() - start < NANOSECONDS;
  }
}
