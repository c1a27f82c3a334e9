package io.cambric.io.npy;

import io.cambric.file.support.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a dictionary in the notation of Python. Its values are strings, booleans, whole numbers and
 * flat tuples or lists. Nothing is evaluated. Mutable, for one text.
 */
final class PythonLiteral {

  /** A sign and the digits of a long. */
  private static final int MAX_DIGITS = 19;

  /** A value that the notation allows but headers never need, such as a list. */
  private static final Object OTHER = new Object();

  private final String text;
  private int at;

  PythonLiteral(String text) {
    this.text = text;
  }

  /**
   * {@return the dictionary that makes up the whole text, except for surrounding blanks}
   *
   * <p>A tuple becomes a list of longs. A Python list becomes a placeholder object.
   *
   * @throws IllegalArgumentException naming the unexpected text, if it is not a dictionary
   */
  Map<String, Object> dictionary() {
    var entries = new LinkedHashMap<String, Object>();
    require('{');
    while (!accept('}')) {
      var key = string();
      require(':');
      if (entries.put(key, value()) != null) {
        throw new IllegalArgumentException("the key %s occurs twice".formatted(Quoted.of(key)));
      }
      if (!accept(',')) {
        require('}');
        break;
      }
    }
    skipBlanks();
    if (at < text.length()) {
      throw needed("its end");
    }
    return entries;
  }

  private Object value() {
    skipBlanks();
    return switch (peek()) {
      case '\'', '"' -> string();
      case '(' -> tuple();
      case '[' -> list();
      case 'T' -> word("True", true);
      case 'F' -> word("False", false);
      default -> number();
    };
  }

  private Object word(String word, boolean value) {
    if (!text.startsWith(word, at)) {
      throw needed("True or False");
    }
    at += word.length();
    return value;
  }

  private String string() {
    skipBlanks();
    char quote = peek();
    if (quote != '\'' && quote != '"') {
      throw needed("a string");
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0 || text.substring(at, end).contains("\\")) {
      throw needed("a string without escapes");
    }
    var string = text.substring(at + 1, end);
    at = end + 1;
    return string;
  }

  /** One number in parentheses without a comma is a number. */
  private Object tuple() {
    require('(');
    List<Long> items = new ArrayList<>();
    while (!accept(')')) {
      items.add(number());
      if (!accept(',')) {
        require(')');
        return items.size() == 1 ? OTHER : items;
      }
    }
    return items;
  }

  /** Skips a list, such as the fields of a structured dtype. */
  private Object list() {
    int depth = 0;
    do {
      switch (peek()) {
        case '[' -> depth++;
        case ']' -> depth--;
        case '\0' -> throw needed("the end of a list");
        default -> {}
      }
      at++;
    } while (depth > 0);
    return OTHER;
  }

  /** {@return a whole number, which ends with an L in some Python 2 files} */
  private Long number() {
    skipBlanks();
    int begin = at;
    if (peek() == '-') {
      at++;
    }
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    var digits = text.substring(begin, at);
    if (digits.isEmpty() || digits.equals("-") || digits.length() > MAX_DIGITS) {
      at = begin;
      throw needed("a whole number of 64 bits");
    }
    if (peek() == 'L') {
      at++;
    }
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      at = begin;
      throw needed("a whole number of 64 bits");
    }
  }

  private void require(char c) {
    if (!accept(c)) {
      throw needed("'" + c + "'");
    }
  }

  private boolean accept(char c) {
    skipBlanks();
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  /** {@return the next character; NUL at the end} */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\n\r\f".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IllegalArgumentException needed(String what) {
    return new IllegalArgumentException(
        "at character %d it needs %s, but got %s"
            .formatted(at, what, Quoted.of(text.substring(at).strip())));
  }
}
