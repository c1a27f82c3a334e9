package io.cambric.kernel.thread;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Fork-join parallel loops over a fixed set of daemon threads and the caller.
 *
 * <p>A range is split into chunks whose boundaries depend on its length and grain only. Each thread
 * first takes the chunks of its own span and then steals from other spans. If each result depends
 * on one chunk only, the bits are the same for any number of threads.
 *
 * <p>The number of threads, including the caller, is the number of processors or the system
 * property {@code cambric.threads}. Three kinds of calls run on the calling thread alone: nested
 * calls, calls while another caller uses the threads, and calls inside {@link #alone}.
 */
public final class Parallel {

  /**
   * The number of chunks of a range: enough for other threads to take over from an interrupted one.
   */
  private static final int CHUNKS = 32;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private static final ReentrantLock OWNER = new ReentrantLock();

  private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

  private static volatile int limit =
      Math.max(1, Integer.getInteger("cambric.threads", PROCESSORS));

  private static Worker[] workers = new Worker[0];

  private Parallel() {}

  /** {@return the number of threads that share a range, including the caller} */
  public static int threads() {
    return limit;
  }

  /** Sets the number of threads; tests use it to show that results do not depend on it. */
  static void setThreads(int threads) {
    limit = threads;
  }

  /**
   * Runs a task over the indices from 0 to {@code n}, exclusive, and returns when it is done.
   *
   * <p>If chunks throw exceptions, the first one is thrown here after the other threads have
   * stopped.
   *
   * @param grain the least number of indices worth a handover to another thread, at least 1
   */
  public static void forRange(int n, int grain, RangeTask body) {
    if (n <= 0) {
      return;
    }
    int chunk = chunkLength(n, grain);
    if (chunk >= n || limit == 1 || INSIDE.get() || !OWNER.tryLock()) {
      runSerially(n, chunk, body);
      return;
    }
    try {
      share(new ParallelRegion(n, chunk, limit, body));
    } finally {
      OWNER.unlock();
    }
  }

  /** Runs a task without sharing its ranges: the calling thread does all work. */
  public static void alone(Runnable task) {
    if (INSIDE.get()) {
      task.run();
      return;
    }
    INSIDE.set(true);
    try {
      task.run();
    } finally {
      INSIDE.set(false);
    }
  }

  /** {@return the length of all chunks except the last} */
  static int chunkLength(int n, int grain) {
    return Math.max(grain, (n - 1) / CHUNKS + 1);
  }

  private static void runSerially(int n, int chunk, RangeTask body) {
    var task = body.open();
    try {
      for (int from = 0; from < n; from += Math.min(chunk, n - from)) {
        task.run(from, from + Math.min(chunk, n - from));
      }
    } finally {
      task.close();
    }
  }

  private static void share(ParallelRegion region) {
    int count = region.threads() - 1;
    Worker[] helpers = workersFor(count);
    for (int i = 0; i < count; i++) {
      helpers[i].offer(region);
    }
    INSIDE.set(true);
    try {
      region.work(0);
    } finally {
      INSIDE.set(false);
    }
    region.await();
    region.rethrow();
  }

  /** Called only with the lock held. */
  private static Worker[] workersFor(int count) {
    if (workers.length < count) {
      var grown = new Worker[count];
      System.arraycopy(workers, 0, grown, 0, workers.length);
      for (int i = workers.length; i < count; i++) {
        grown[i] = new Worker(i + 1, () -> INSIDE.set(true));
        grown[i].start();
      }
      workers = grown;
    }
    return workers;
  }
}
