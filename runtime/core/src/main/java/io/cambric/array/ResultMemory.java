package io.cambric.array;

/**
 * The memory of results, counted since the start of the process. Arrays that are too small for the
 * pool of deleted arrays do not count.
 *
 * @param madeNew bytes of results in new memory
 * @param usedAgain bytes of results in the memory of deleted arrays
 * @param waiting bytes of deleted arrays that no result has taken yet
 */
public record ResultMemory(long madeNew, long usedAgain, long waiting) {

  /** {@return the current counts} */
  public static ResultMemory now() {
    return StoragePool.ALL.use();
  }
}
