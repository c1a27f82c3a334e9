package io.cambric.kernel;

/** Work on a range of indices; called from several threads for ranges that do not overlap. */
@FunctionalInterface
public interface RangeTask {

  /** Works on the indices from {@code from} on, below {@code to}. */
  void run(int from, int to);

  /**
   * {@return what a thread runs for all its ranges, and closes then: this task, unless it has
   * memory that each thread needs for itself}
   */
  default RangeTask open() {
    return this;
  }

  /** Gives back what {@link #open} took. */
  default void close() {}
}
