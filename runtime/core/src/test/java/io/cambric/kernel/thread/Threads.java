package io.cambric.kernel.thread;

/** Runs tests with any number of threads, independent of the machine. */
public final class Threads {

  private Threads() {}

  /** Runs an action with a number of threads, the caller included. */
  public static void with(int threads, Runnable action) {
    int before = Parallel.threads();
    Parallel.setThreads(threads);
    try {
      action.run();
    } finally {
      Parallel.setThreads(before);
    }
  }
}
