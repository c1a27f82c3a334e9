package io.cambric.text.align;

/**
 * A part of a text: a word for the model, or an added token.
 *
 * @param source the text that it is a part of
 * @param from the first UTF-16 unit
 * @param to the unit after the last
 * @param token number of the added token, {@link #NONE} for a word
 */
public record Piece(AlignedText source, int from, int to, int token) {

  /** The number of no token. */
  public static final int NONE = -1;

  /** {@return a whole text} */
  public static Piece of(AlignedText text) {
    return new Piece(text, 0, text.length(), NONE);
  }

  /** {@return whether this is an added token, which stays whole} */
  public boolean isToken() {
    return token != NONE;
  }

  /** {@return the characters} */
  public String text() {
    return source.text().substring(from, to);
  }

  /** {@return this piece as a text of its own} */
  public AlignedText alone() {
    return source.slice(from, to);
  }

  /** {@return the first code point of the original of a part of this piece} */
  public int start(int unit) {
    return source.start(from + unit);
  }

  /** {@return the position after the last code point of the original of a unit} */
  public int end(int unit) {
    return source.end(from + unit);
  }
}
