package io.cambric.processor.dims;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text of an array in {@code @Example}: a dtype, and sizes in brackets.
 *
 * @param dtype the name of a dtype, such as {@code f32}
 * @param sizes the sizes, from the first axis to the last
 */
public record ArrayTypeText(String dtype, List<Integer> sizes) {

  /** The mend of a text that does not follow the grammar. */
  public static final String MEND = "Write a dtype and sizes, as in f32[2, 784].";

  private static final List<String> DTYPES =
      List.of(
          "bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bf16", "f16", "f32",
          "f64");

  /** A name and a bracket, which begin no other expression in the class of a test. */
  private static final Pattern BEGINNING = Pattern.compile("\\s*\\w+\\s*\\[.*", Pattern.DOTALL);

  private static final int MOST_DIGITS = 9;

  /** A text that does not follow the grammar. */
  public static final class InvalidArrayException extends Exception {

    private static final long serialVersionUID = 1L;

    private InvalidArrayException(String message) {
      super(message);
    }
  }

  /** {@return whether a text is meant to be an array, and not a Java expression} */
  public static boolean isMeant(String text) {
    return BEGINNING.matcher(text).matches();
  }

  /**
   * {@return the array of a text}
   *
   * @throws InvalidArrayException if the text does not follow the grammar, with the character in
   *     its message
   */
  public static ArrayTypeText read(String text) throws InvalidArrayException {
    return new Parser(text).array();
  }

  /** {@return the name of the constant of the dtype in Java} */
  public String constant() {
    return dtype.toUpperCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return sizes.stream().map(String::valueOf).collect(Collectors.joining(", ", dtype + "[", "]"));
  }

  private static final class Parser {

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    ArrayTypeText array() throws InvalidArrayException {
      skipBlanks();
      int from = at;
      while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
        at++;
      }
      var dtype = text.substring(from, at);
      if (!DTYPES.contains(dtype)) {
        at = from;
        throw wrong("one of %s was expected".formatted(String.join(", ", DTYPES)));
      }
      take('[', "[ was expected");
      var sizes = new ArrayList<Integer>();
      while (!is(']')) {
        if (!sizes.isEmpty()) {
          take(',', "a comma or ] was expected");
        }
        sizes.add(size());
      }
      at++;
      skipBlanks();
      if (at < text.length()) {
        throw wrong("the end of the text was expected");
      }
      return new ArrayTypeText(dtype, List.copyOf(sizes));
    }

    private int size() throws InvalidArrayException {
      skipBlanks();
      int from = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at == from) {
        throw wrong("a size was expected");
      }
      if (at - from > MOST_DIGITS) {
        at = from;
        throw wrong("the size is too large");
      }
      return Integer.parseInt(text.substring(from, at));
    }

    private void take(char c, String expected) throws InvalidArrayException {
      if (!is(c)) {
        throw wrong(expected);
      }
      at++;
    }

    private boolean is(char c) {
      skipBlanks();
      return at < text.length() && text.charAt(at) == c;
    }

    private void skipBlanks() {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }

    private InvalidArrayException wrong(String why) {
      return new InvalidArrayException(
          "\"%s\" is no array: at character %d %s.".formatted(text, at + 1, why));
    }
  }
}
