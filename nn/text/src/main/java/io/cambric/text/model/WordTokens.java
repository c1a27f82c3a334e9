package io.cambric.text.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The tokens of a word, in order; written once by a model, then only read. */
public final class WordTokens {

  private int[] ids;
  private int[] starts;
  private int[] ends;

  /** Null if all tokens are as in the vocabulary. */
  private @Nullable String @Nullable [] texts;

  private int size;

  WordTokens(int capacity) {
    ids = new int[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
  }

  static WordTokens of(int id, int length) {
    var tokens = new WordTokens(1);
    tokens.add(id, 0, length);
    return tokens;
  }

  void add(int id, int start, int end) {
    if (size == ids.length) {
      int capacity = Math.max(4, 2 * size);
      ids = Arrays.copyOf(ids, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      texts = texts == null ? null : Arrays.copyOf(texts, capacity);
    }
    ids[size] = id;
    starts[size] = start;
    ends[size++] = end;
  }

  void add(int id, int start, int end, String text) {
    add(id, start, end);
    if (texts == null) {
      texts = new String[ids.length];
    }
    texts[size - 1] = text;
  }

  /** {@return how many tokens there are} */
  public int size() {
    return size;
  }

  /** {@return the number of a token} */
  public int id(int index) {
    return ids[index];
  }

  /** {@return the first UTF-16 unit of a token in the word} */
  public int start(int index) {
    return starts[index];
  }

  /** {@return the unit after the last one of a token} */
  public int end(int index) {
    return ends[index];
  }

  /** {@return the characters of a token if they differ from the vocabulary, else null} */
  public @Nullable String text(int index) {
    return texts == null ? null : texts[index];
  }
}
