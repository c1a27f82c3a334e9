package io.cambric.text.train;

/** A word of the texts as tokens, and its frequency; mutable while pairs merge. */
final class TrainingWord {

  private final int[] ids;
  private final long count;
  private int size;

  TrainingWord(int[] ids, long count) {
    this.ids = ids;
    this.count = count;
    this.size = ids.length;
  }

  /** A consumer of pairs whose counts change. */
  interface Changes {

    /**
     * Takes a change.
     *
     * @param count the increase in the pair's frequency, negative for a decrease
     */
    void add(int left, int right, long count);
  }

  /** Names all pairs. */
  void forEachPair(Changes pairs) {
    for (int i = 0; i + 1 < size; i++) {
      pairs.add(ids[i], ids[i + 1], count);
    }
  }

  /** Replaces a pair by a token, from the left to the right, and names the pairs around it. */
  void merge(int left, int right, int token, Changes changes) {
    int kept = 0;
    for (int i = 0; i < size; kept++) {
      if (ids[i] != left || i + 1 == size || ids[i + 1] != right) {
        ids[kept] = ids[i++];
        continue;
      }
      if (kept > 0) {
        changes.add(ids[kept - 1], left, -count);
        changes.add(ids[kept - 1], token, count);
      }
      i += 2;
      if (i < size) {
        changes.add(right, ids[i], -count);
        changes.add(token, ids[i], count);
      }
      ids[kept] = token;
    }
    size = kept;
  }
}
