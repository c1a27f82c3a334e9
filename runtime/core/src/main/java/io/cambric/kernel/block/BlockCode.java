package io.cambric.kernel.block;

/**
 * Compiled code of a provider for consecutive instructions of a loop body. It computes them in one
 * pass over a block. The bits are the same as with one instruction after the other. Thread-safe.
 */
public interface BlockCode {

  /** {@return the number of the first value that is computed; inputs count} */
  int from();

  /** {@return the number after the last value that is computed} */
  int to();

  /** {@return whether a value of the range is stored in the block, because other code reads it} */
  boolean stores(int value);

  /** {@return whether the code is compiled; until then instructions run one by one} */
  boolean isReady();

  /**
   * {@return whether the code still reads a value after it has stored another} The two values must
   * then not share an array. Code with several passes over a row is an example.
   *
   * @param read a value computed before the code
   * @param stored a value that the code computes
   */
  default boolean readsAfterStoring(int read, int stored) {
    return false;
  }

  /** {@return whether the code makes several passes over each row; values then share no array} */
  default boolean isByRows() {
    return false;
  }

  /**
   * {@return a runner of the code for one thread}
   *
   * @param rowLength number of points in a row
   */
  Runner runner(int rowLength);

  /** Runs the code with scratch memory of its own; used by one thread. */
  interface Runner {

    /**
     * Computes the values at {@code n} points of a block and stores the values that are read
     * outside the code. The points are whole rows if the code reduces rows.
     */
    void run(Block block, int n);

    /** Releases the arrays of the last block. */
    void release();
  }
}
