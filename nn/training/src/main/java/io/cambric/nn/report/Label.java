package io.cambric.nn.report;

/** Texts in pictures, where no font can be measured. */
final class Label {

  /** The mean width of a character, in pixels; it is smaller in most fonts for screens. */
  private static final int CHARACTER = 7;

  private static final String CUT = "…";

  private Label() {}

  /** {@return the room that a text needs, in pixels} */
  static int width(String text) {
    return CHARACTER * text.codePointCount(0, text.length());
  }

  /** {@return a text, cut after a number of characters} */
  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)).stripTrailing() + CUT;
  }
}
