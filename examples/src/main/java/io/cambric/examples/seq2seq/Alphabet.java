package io.cambric.examples.seq2seq;

/** The characters of additions as numbers, with one for padding and one for the end. */
final class Alphabet {

  static final int PADDING = 0;
  static final int END = 1;

  /** The character that answers begin with. */
  static final char BEGIN = '=';

  private static final String CHARACTERS = "+0123456789" + BEGIN;
  private static final int FIRST = 2;

  /** Number of different numbers. */
  static final int SIZE = FIRST + CHARACTERS.length();

  private Alphabet() {}

  /** {@return the numbers of a text, its end, and padding up to a length} */
  static int[] encode(String text, int length) {
    var ids = new int[length];
    for (int i = 0; i < text.length(); i++) {
      ids[i] = FIRST + CHARACTERS.indexOf(text.charAt(i));
    }
    ids[text.length()] = END;
    return ids;
  }

  /** {@return the text before the first end} */
  static String decode(int[] ids) {
    var text = new StringBuilder();
    for (int id : ids) {
      if (id == END) {
        break;
      }
      text.append(id < FIRST ? "_" : CHARACTERS.charAt(id - FIRST));
    }
    return text.toString();
  }
}
