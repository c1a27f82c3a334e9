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

  /** {@return what runs the code for one thread} */
  Runner runner();

  /** Runs the code; holds scratch memory, so used by one thread. */
  interface Runner {

    /**
     * Computes the values at {@code n} points of a block, and stores those that are read outside
     * the code.
     */
    void run(Block block, int n);
  }
}
