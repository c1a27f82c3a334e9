package io.cambric.text.pattern;

import java.util.regex.PatternSyntaxException;

/**
 * Rewrites a regular expression of Oniguruma, in its Ruby syntax, for {@link
 * java.util.regex.Pattern}; mutable, for one expression.
 *
 * <p>The two syntaxes are mostly the same. The differences:
 *
 * <ul>
 *   <li>{@code \h} is a hexadecimal digit, and {@code (?m)} lets a dot match the end of a line.
 *   <li>{@code x{1,3}+} repeats a repetition; in Java it is possessive.
 *   <li>{@code \w} has numbers of all kinds up to U+00FF, but not in brackets; {@code \b} is
 *       between such characters and others.
 *   <li>Classes such as {@code [:alpha:]}, and properties, have other names.
 * </ul>
 *
 * @see <a href="https://github.com/kkos/oniguruma/blob/master/doc/RE">Oniguruma Regular
 *     Expressions</a>
 */
final class OnigurumaSyntax {

  private static final String WORD_IN_CLASS = "\\p{IsAlphabetic}\\p{M}\\p{Nd}\\p{Pc}";

  private static final String WORD = WORD_IN_CLASS + "\u00b2\u00b3\u00b9\u00bc-\u00be";

  private static final String BOUNDARY =
      "(?:(?<=[%1$s])(?![%1$s])|(?<![%1$s])(?=[%1$s]))".formatted(WORD);

  private static final String NO_BOUNDARY =
      "(?:(?<=[%1$s])(?=[%1$s])|(?<![%1$s])(?![%1$s]))".formatted(WORD);

  /**
   * Holds at each position. It has a surrogate pair, because only then does Java look behind by
   * code points.
   */
  private static final String PAIRS = "(?!(?!)\ud800\udc00)";

  /**
   * Holds at each position, and reads the character before it. At the end of a text Java reads
   * nothing, so that {@link CountedText} would not count the attempts there.
   */
  private static final String READS = "(?<!(?s:.)(?!))";

  /** At greater depth, Java's own parser runs out of stack. */
  private static final int MAX_DEPTH = 200;

  private final String source;
  private final StringBuilder java = new StringBuilder();
  private int position;
  private int depth;

  OnigurumaSyntax(String source) {
    this.source = source;
  }

  String toJava() {
    sequence();
    if (position < source.length()) {
      throw failure("Unmatched closing parenthesis");
    }
    boolean looksBehind = java.indexOf("(?<=") >= 0 || java.indexOf("(?<!") >= 0;
    return looksBehind ? java.append(PAIRS).toString() : java.toString();
  }

  /** Alternatives up to a closing parenthesis or the end. */
  private void sequence() {
    if (++depth > MAX_DEPTH) {
      throw failure("Groups nested too deeply");
    }
    while (position < source.length() && source.charAt(position) != ')') {
      if (source.charAt(position) == '|') {
        java.append('|');
        position++;
      } else {
        int start = java.length();
        atom();
        quantifiers(start);
      }
    }
    depth--;
  }

  private void atom() {
    char c = source.charAt(position);
    switch (c) {
      case '(' -> group();
      case '[' -> characterClass();
      case '\\' -> escape(false);
      default -> copy(1);
    }
  }

  private void group() {
    int start = position;
    copy(1);
    if (peek() == '?') {
      copy(1);
      if (peek() == '#') {
        int end = source.indexOf(')', position);
        if (end < 0) {
          throw failure("Unclosed group");
        }
        java.setLength(java.length() - 2);
        java.append("(?:)");
        position = end + 1;
        return;
      }
      if (groupKind(start)) {
        // The options hold for the rest of the enclosing group, including its alternatives.
        sequence();
        java.append(')');
        return;
      }
    }
    int body = java.length();
    sequence();
    if (peek() != ')') {
      throw failure("Unclosed group");
    }
    copy(1);
    boolean manyWays = "*+?{".indexOf(peek()) >= 0 || java.indexOf("|", body) >= 0;
    if (manyWays) {
      java.insert(body, READS);
    }
  }

  /** {@return whether the group is closed, and had options alone} */
  private boolean groupKind(int start) {
    char kind = peek();
    switch (kind) {
      case ':', '=', '!', '>' -> copy(1);
      case '<' -> {
        copy(1);
        if (peek() == '=' || peek() == '!') {
          copy(1);
        } else {
          copyThrough('>');
        }
      }
      case '\'' -> {
        position++;
        java.append('<');
        copyThrough('\'');
        java.setCharAt(java.length() - 1, '>');
      }
      default -> {
        return options(start);
      }
    }
    return false;
  }

  private boolean options(int start) {
    while (true) {
      char option = peek();
      position++;
      switch (option) {
        case 'm' -> java.append('s');
        case 'i', 'x', '-' -> java.append(option);
        case ':', ')' -> {
          java.append(':');
          return option == ')';
        }
        default -> {
          position = start;
          throw failure("Unknown group type");
        }
      }
    }
  }

  private void quantifiers(int start) {
    while (position < source.length()) {
      char c = source.charAt(position);
      if (c == '*' || c == '+' || c == '?') {
        copy(1);
        if (peek() == '?' || peek() == '+') {
          copy(1);
        }
      } else if (c == '{') {
        if (!interval(start)) {
          return;
        }
      } else {
        return;
      }
      if ("*+?{".indexOf(peek()) >= 0) {
        java.insert(start, "(?:").append(')');
      }
    }
  }

  /** A repetition in braces; braces around something else are literal. */
  private boolean interval(int start) {
    int end = source.indexOf('}', position);
    var body = end < 0 ? "" : source.substring(position + 1, end);
    if (!body.matches("\\d+(,\\d*)?|,\\d+")) {
      return false;
    }
    java.append('{').append(body.startsWith(",") ? "0" : "").append(body).append('}');
    position = end + 1;
    if (peek() == '?') {
      copy(1);
    }
    return true;
  }

  private void characterClass() {
    if (++depth > MAX_DEPTH) {
      throw failure("Classes nested too deeply");
    }
    copy(1);
    if (peek() == '^') {
      copy(1);
    }
    if (peek() == ']') {
      java.append("\\]");
      position++;
    }
    while (peek() != ']') {
      if (position >= source.length()) {
        throw failure("Unclosed character class");
      }
      if (source.startsWith("[:", position) && posix()) {
        continue;
      }
      switch (peek()) {
        case '[' -> characterClass();
        case '\\' -> escape(true);
        default -> copy(1);
      }
    }
    copy(1);
    depth--;
  }

  private boolean posix() {
    int end = source.indexOf(":]", position);
    if (end < 0) {
      return false;
    }
    boolean isNegated = source.charAt(position + 2) == '^';
    var name = source.substring(position + (isNegated ? 3 : 2), end);
    var characters = RegexProperties.posix(name);
    if (characters == null) {
      return false;
    }
    java.append(isNegated ? "[^" : "[").append(characters).append(']');
    position = end + 2;
    return true;
  }

  private void escape(boolean inClass) {
    if (position + 1 >= source.length()) {
      throw failure("Unexpected end of an escape");
    }
    char c = source.charAt(position + 1);
    switch (c) {
      case 'h', 'H' -> {
        java.append(c == 'h' ? "[0-9a-fA-F]" : "[^0-9a-fA-F]");
        position += 2;
      }
      case 'w', 'W' -> {
        java.append(c == 'w' ? "[" : "[^").append(inClass ? WORD_IN_CLASS : WORD).append(']');
        position += 2;
      }
      case 'b', 'B' -> {
        java.append(inClass ? "\\x08" : c == 'b' ? BOUNDARY : NO_BOUNDARY);
        position += 2;
      }
      case 'p', 'P' -> property();
      case 'N', 'O', 'K', 'g', 'y', 'Y', 'Q', 'E' -> throw failure("Escape \\" + c);
      default -> {
        int length = 1 + Character.charCount(source.codePointAt(position + 1));
        boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
        if (!isLetter && !inClass && c > '\u007f') {
          position++;
          length--;
        }
        copy(length);
      }
    }
  }

  private void property() {
    boolean isNegated = source.charAt(position + 1) == 'P';
    position += 2;
    if (peek() != '{') {
      throw failure("Property without braces");
    }
    int end = source.indexOf('}', position);
    if (end < 0) {
      throw failure("Unclosed property");
    }
    var name = source.substring(position + 1, end);
    if (name.startsWith("^")) {
      isNegated = !isNegated;
      name = name.substring(1);
    }
    java.append(isNegated ? "[^" : "[").append(RegexProperties.property(name)).append(']');
    position = end + 1;
  }

  private char peek() {
    return position < source.length() ? source.charAt(position) : '\0';
  }

  private void copy(int length) {
    int end = Math.min(source.length(), position + length);
    java.append(source, position, end);
    position = end;
  }

  private void copyThrough(char last) {
    int end = source.indexOf(last, position);
    if (end < 0) {
      throw failure("Unclosed name");
    }
    copy(end + 1 - position);
  }

  private PatternSyntaxException failure(String what) {
    return new PatternSyntaxException(what, source, position);
  }
}
