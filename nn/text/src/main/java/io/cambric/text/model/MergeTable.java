package io.cambric.text.model;

/** Pairs of tokens that merge, with the rank and the result of each; written, then only read. */
final class MergeTable {

  /** The rank of a pair that does not merge. */
  static final int NONE = -1;

  private final long[] keys;
  private final int[] ranks;

  /** By rank. */
  private final int[] results;

  MergeTable(int merges) {
    int capacity = Integer.highestOneBit(Math.max(8, merges)) * 4;
    keys = new long[capacity];
    ranks = new int[capacity];
    results = new int[merges];
  }

  /** Adds a pair; an earlier rank of it is replaced. */
  void put(int left, int right, int rank, int result) {
    int at = find(key(left, right));
    keys[at] = key(left, right);
    ranks[at] = rank;
    results[rank] = result;
  }

  /**
   * {@return the rank of a pair, smaller for earlier merges; {@link #NONE} if it does not merge}
   */
  int rank(int left, int right) {
    int at = find(key(left, right));
    return keys[at] == 0 ? NONE : ranks[at];
  }

  /** {@return the token that the pair of a rank becomes} */
  int result(int rank) {
    return results[rank];
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * 0x9e3779b97f4a7c15L >>> 32) & mask;
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long key(int left, int right) {
    return (long) (left + 1) << 32 | right;
  }
}
