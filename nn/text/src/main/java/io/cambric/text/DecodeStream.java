package io.cambric.text;

import java.util.Arrays;

/**
 * The text of tokens that come one by one, such as those that a model generates; mutable, for one
 * text and one thread.
 *
 * <p>A character may consist of several tokens. Its text comes with the last of them.
 *
 * {@snippet :
 * var stream = tokenizer.decodeStream(true);
 * for (int id : generated) {
 *   IO.print(stream.next(id));
 * }
 * }
 */
public final class DecodeStream {

  private static final String REPLACEMENT = "\ufffd";

  private final Tokenizer tokenizer;
  private final boolean skipsSpecialTokens;

  /** The tokens that the text of the next one may depend on. */
  private int[] ids = {};

  /** The number of these tokens whose text has been returned. */
  private int given;

  /** The text of those tokens. */
  private String prefix = "";

  DecodeStream(Tokenizer tokenizer, boolean skipsSpecialTokens) {
    this.tokenizer = tokenizer;
    this.skipsSpecialTokens = skipsSpecialTokens;
  }

  /**
   * {@return the text that a token adds, empty if it is the beginning of a character}
   *
   * @param id number of the next token
   */
  public String next(int id) {
    if (prefix.isEmpty() && ids.length > 0) {
      give(tokenizer.decode(ids, skipsSpecialTokens));
    }
    ids = Arrays.copyOf(ids, ids.length + 1);
    ids[ids.length - 1] = id;
    var text = tokenizer.decode(ids, skipsSpecialTokens);
    if (text.length() <= prefix.length() || text.endsWith(REPLACEMENT)) {
      return "";
    }
    var added = text.substring(prefix.length());
    ids = Arrays.copyOfRange(ids, given, ids.length);
    given = ids.length;
    prefix = tokenizer.decode(ids, skipsSpecialTokens);
    return added;
  }

  /** Tokens without a text, such as special ones, add nothing to the text of the next token. */
  private void give(String text) {
    if (!text.endsWith(REPLACEMENT)) {
      prefix = text;
      given = ids.length;
    }
  }

  /** {@return the tokenizer} */
  @Override
  public String toString() {
    return "DecodeStream of " + tokenizer;
  }
}
