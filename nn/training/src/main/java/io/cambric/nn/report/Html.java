package io.cambric.nn.report;

import java.util.Locale;

/** A growing text of HTML or SVG; mutable, for one thread. */
final class Html {

  private final StringBuilder text = new StringBuilder();

  /** Adds markup, with arguments as in {@code String.format}; texts are escaped. */
  Html add(String markup, Object... arguments) {
    var escaped = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      escaped[i] = arguments[i] instanceof String s ? escape(s) : arguments[i];
    }
    text.append(String.format(Locale.ROOT, markup, escaped));
    return this;
  }

  /** Adds markup without escaping. */
  Html raw(CharSequence markup) {
    text.append(markup);
    return this;
  }

  /** {@return a text in which no character has a meaning for HTML} */
  static String escape(String text) {
    var escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '&' -> escaped.append("&amp;");
            case '<' -> escaped.append("&lt;");
            case '>' -> escaped.append("&gt;");
            case '"' -> escaped.append("&quot;");
            case '\'' -> escaped.append("&#39;");
            default -> escaped.appendCodePoint(isAllowed(c) ? c : '\ufffd');
          }
        });
    return escaped.toString();
  }

  /** {@return whether HTML and XML allow the character} */
  private static boolean isAllowed(int c) {
    return Character.isWhitespace(c) && c <= ' '
        ? c == '\t' || c == '\n' || c == '\r' || c == ' '
        : !Character.isISOControl(c)
            && Character.getType(c) != Character.SURROGATE
            && (c & 0xfffe) != 0xfffe;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
