package io.cambric.kernel.block;

/**
 * The loops of one reduction over arrays of one lane, for providers. Each method returns how much
 * of its work it has done. This class does none; plain code does the rest with the same bits.
 */
public class FoldLoops {

  static final FoldLoops NONE = new FoldLoops();

  /** Creates loops that do nothing. */
  protected FoldLoops() {}

  /**
   * Folds runs at some places into {@code width} accumulators each. The i-th accumulator takes the
   * elements i, width + i and so on; the last accumulators take the remaining elements. Then the
   * upper half is folded onto the lower half, any number of times.
   *
   * @param lanes receives the remaining accumulators, run after run
   * @param far distance of consecutive places
   * @param stride distance of consecutive runs
   * @param places 1 or {@link LaneFold#PLACES}; the loads of several places overlap in time
   * @param runs runs of a place
   * @param n elements of a run, {@code width} or more
   * @return the number of accumulators that are left per run, or 0 if nothing is done
   */
  protected int rows(
      int width, Object lanes, Object x, int at, int far, int stride, int places, int runs, int n) {
    return 0;
  }

  /**
   * Folds the accumulators of each run, the upper half onto the lower half, and stores the results
   * side by side in the first accumulators. The array has room for a vector after the accumulators.
   *
   * @return whether all is done
   */
  protected boolean close(int width, Object lanes, int runs) {
    return false;
  }

  /**
   * Folds the elements of {@code n} columns into their accumulators, one row after the other.
   *
   * @param stride distance of consecutive rows
   * @return the number of columns that are done, starting with the first
   */
  protected int columns(Object sums, int to, Object x, int at, int stride, int rows, int n) {
    return 0;
  }

  /**
   * Folds rows of {@code n} values at each of some places, one row after the other.
   *
   * @param apart distance of the results of consecutive places
   * @param distance distance of consecutive places
   * @param stride distance of consecutive rows
   * @return whether all is done
   */
  protected boolean windows(
      Object results,
      int to,
      int apart,
      Object x,
      int at,
      int distance,
      int stride,
      int rows,
      int places,
      int n) {
    return false;
  }
}
