package io.cambric.kernel;

/** Work on a run of indices, called from several threads with runs that do not overlap. */
@FunctionalInterface
public interface RangeTask {

  /** Works on the indices from {@code from} on, below {@code to}. */
  void run(int from, int to);
}
