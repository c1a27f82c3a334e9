package io.cambric.nn.report;

/** Texts in pictures, where no font can be measured. */
final class Label {

  /** The mean width of a character, in pixels; most fonts for screens have less. */
  private static final int CHARACTER = 7;

  private static final String CUT = "…";

  private Label() {}

  /** {@return the room that a text needs, in pixels} */
  static int width(String text) {
    return CHARACTER * text.codePointCount(0, text.length());
  }

  /** {@return a text, or its beginning where it has more characters than a number} */
  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)).stripTrailing() + CUT;
  }
}
