package io.cambric.kernel;

/**
 * Code of a provider that computes consecutive values of a loop body in one pass over a block: the
 * same bits as one instruction after the other. May be used by many threads.
 */
public interface BlockCode {

  /** {@return the number of the first value that is computed, inputs counted} */
  int from();

  /** {@return the number after the last value that is computed} */
  int to();

  /** {@return whether a value of the range is stored in the block, as it is read outside} */
  boolean stores(int value);

  /** {@return whether it is worth using now; until then instructions run one by one} */
  boolean isReady();

  /**
   * {@return whether a value that an instruction of the code reads is still read after another was
   * stored: where the code goes over a row again and again, the two must not share an array}
   *
   * @param read a value before the code
   * @param stored a value of the code
   */
  default boolean readsAfterStoring(int read, int stored) {
    return false;
  }

  /** {@return whether it goes over each row again and again, so that no values share an array} */
  default boolean isByRows() {
    return false;
  }

  /**
   * {@return what runs the code for one thread}
   *
   * @param rowLength the points of a row
   */
  Runner runner(int rowLength);

  /** Runs the code; holds scratch memory, so used by one thread. */
  interface Runner {

    /**
     * Computes the values at {@code n} points of a block, whole rows if it combines them, and
     * stores those that are read outside the code.
     */
    void run(Block block, int n);

    /** Lets go of the arrays of the last block. */
    void release();
  }
}
