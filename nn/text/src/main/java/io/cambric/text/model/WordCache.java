package io.cambric.text.model;

import org.jspecify.annotations.Nullable;

/**
 * The tokens of the words that came last; a fixed number of places, one for each hash.
 *
 * <p>Threads may lose entries of each other, which costs time alone: an entry is immutable, so that
 * a thread sees all of it or none.
 */
final class WordCache {

  /** Longer words hardly come again. */
  private static final int MAX_LENGTH = 256;

  private static final int PLACES = 1 << 14;

  private final @Nullable Entry[] entries = new Entry[PLACES];

  private record Entry(String word, WordTokens tokens) {}

  @Nullable WordTokens get(String word) {
    var entry = entries[place(word)];
    return entry != null && entry.word.equals(word) ? entry.tokens : null;
  }

  void put(String word, WordTokens tokens) {
    if (word.length() < MAX_LENGTH) {
      entries[place(word)] = new Entry(word, tokens);
    }
  }

  private static int place(String word) {
    int hash = word.hashCode() * 0x9e3779b9;
    return hash >>> 18;
  }
}
