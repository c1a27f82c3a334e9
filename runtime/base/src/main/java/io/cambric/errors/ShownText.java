package io.cambric.errors;

import java.util.function.IntPredicate;

/**
 * Texts in messages, of characters that show. A name from a file or from another machine may have
 * line ends and control characters, with which it could forge lines of a log or command a terminal.
 */
public final class ShownText {

  private ShownText() {}

  /** {@return whether a reader sees the character, and a terminal does not obey it} */
  public static boolean shows(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** {@return the text in one line; characters that do not show are their numbers} */
  public static String line(String text) {
    return escaped(text, ShownText::shows);
  }

  /** {@return the text with its lines; other characters that do not show are their numbers} */
  public static String lines(String text) {
    return escaped(text, c -> c == '\n' || shows(c));
  }

  private static String escaped(String text, IntPredicate shows) {
    if (text.codePoints().allMatch(shows)) {
      return text;
    }
    var escaped = new StringBuilder();
    text.codePoints().forEach(c -> append(c, shows.test(c), escaped));
    return escaped.toString();
  }

  /** Appends a character, or its number where it does not show. */
  public static void append(int codePoint, boolean shows, StringBuilder text) {
    if (shows) {
      text.appendCodePoint(codePoint);
    } else {
      text.append("\\u%04x".formatted(codePoint));
    }
  }
}
