package io.cambric.kernel.thread;

/** The body of a parallel loop; several threads call it for disjoint ranges. */
@FunctionalInterface
public interface RangeTask {

  /** Runs the body for the indices from {@code from} to {@code to}, exclusive. */
  void run(int from, int to);

  /**
   * {@return the task that a thread runs for all its ranges and closes afterwards} By default it is
   * this task; a task with memory per thread returns another one.
   */
  default RangeTask open() {
    return this;
  }

  /** Releases the memory of {@link #open}. */
  default void close() {}
}
