package io.cambric.kernel.thread;

/**
 * Spin-then-park waiting: before it parks, a thread spins for a while. It waits for work, or for
 * the last chunks of other threads. Used by one thread for one wait.
 *
 * <p>Waking a parked thread takes longer than most kernels of a small model. The spin covers the
 * sequential code between two kernels, and is short compared with a time slice of the scheduler.
 */
final class SpinWait {

  private static final long NANOSECONDS = 200_000;

  /** Spins between two reads of the clock, because a read takes longer than a spin. */
  private static final int SPINS = 32;

  private final long start = System.nanoTime();

  private int spins;

  /** Spins once. {@return whether the thread should spin again; if not, it parks} */
  boolean spin() {
    Thread.onSpinWait();
    spins++;
    return spins % SPINS != 0 || System.nanoTime() - start < NANOSECONDS;
  }
}
