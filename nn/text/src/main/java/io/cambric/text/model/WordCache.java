package io.cambric.text.model;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the tokens of recent words, with a fixed number of entries, one for each hash.
 *
 * <p>Threads may overwrite each other's entries, which costs only time. An entry is immutable, so
 * that a thread sees all of it or none.
 */
final class WordCache {

  /** Longer words rarely recur. */
  private static final int MAX_LENGTH = 256;

  private static final int PLACES = 1 << 14;

  private final @Nullable Entry[] entries = new Entry[PLACES];

  private record Entry(String word, WordTokens tokens) {}

  /** {@return the tokens of a word, from {@code divide} if they are not cached} */
  WordTokens get(String word, Function<String, WordTokens> divide) {
    int place = place(word);
    var entry = entries[place];
    if (entry != null && entry.word.equals(word)) {
      return entry.tokens;
    }
    var tokens = divide.apply(word);
    if (word.length() < MAX_LENGTH) {
      entries[place] = new Entry(word, tokens);
    }
    return tokens;
  }

  private static int place(String word) {
    int hash = word.hashCode() * 0x9e3779b9;
    return hash >>> 18;
  }
}
