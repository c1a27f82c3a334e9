package io.cambric.processor.dims;

import io.cambric.processor.read.Annotated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/**
 * The text of {@code @Dims}: axes that are separated by blanks.
 *
 * @param text as the source writes it
 * @param hasRest whether it begins with three dots
 * @param axes the axes after the dots; an axis without a name has a symbol that begins with {@code
 *     _}
 */
public record DimsText(String text, boolean hasRest, List<Polynomial> axes) {

  private static final String REST = "...";

  /** The mend of a text that does not follow the grammar. */
  public static final String MEND =
      "Write names, numbers, sums and products, with blanks between the axes.";

  /** A text that does not follow the grammar. */
  private static final class InvalidDimsException extends Exception {

    private static final long serialVersionUID = 1L;

    InvalidDimsException(String message) {
      super(message);
    }
  }

  /** {@return the text of the annotation on a type, if there is one} */
  public static Optional<String> on(TypeMirror type) {
    return type.getAnnotationMirrors().stream()
        .filter(a -> a.getAnnotationType().toString().equals(Annotated.DIMS))
        .flatMap(a -> Annotated.value(a, "value").stream())
        .map(value -> value.getValue().toString())
        .findFirst();
  }

  /** {@return the axes of a text; nothing if it does not follow the grammar} */
  public static Optional<DimsText> read(String text) {
    try {
      return Optional.of(new Parser(text).all());
    } catch (InvalidDimsException _) {
      return Optional.empty();
    }
  }

  /** {@return what is wrong with a text, and at which character} */
  public static Optional<String> mistake(String text) {
    try {
      var _ = new Parser(text).all();
      return Optional.empty();
    } catch (InvalidDimsException e) {
      return Optional.of("@Dims(\"%s\") is no list of axes: %s.".formatted(text, e.getMessage()));
    }
  }

  /** {@return the names of the axes} */
  public Set<String> names() {
    return axes.stream()
        .flatMap(axis -> axis.symbols().stream())
        .filter(name -> !name.startsWith("_"))
        .collect(Collectors.toSet());
  }

  private static final class Parser {

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    DimsText all() throws InvalidDimsException {
      var axes = new ArrayList<Polynomial>();
      skipBlanks();
      boolean hasRest = text.startsWith(REST, at);
      if (hasRest) {
        at += REST.length();
      }
      skipBlanks();
      while (at < text.length()) {
        if (text.startsWith(REST, at)) {
          throw wrong("three dots stand at the beginning only");
        }
        axes.add(text.charAt(at) == '_' ? anyAxis(axes.size()) : sum());
        if (at < text.length() && text.charAt(at) != ' ') {
          throw wrong("a blank, or + - or *, was expected");
        }
        skipBlanks();
      }
      return new DimsText(text, hasRest, List.copyOf(axes));
    }

    private Polynomial anyAxis(int position) {
      at++;
      return Polynomial.symbol("_" + position);
    }

    private Polynomial sum() throws InvalidDimsException {
      var sum = product();
      while (is('+') || is('-')) {
        boolean isPlus = is('+');
        at++;
        var next = product();
        sum = isPlus ? sum.plus(next) : sum.minus(next);
      }
      return sum;
    }

    private Polynomial product() throws InvalidDimsException {
      var product = factor();
      while (is('*')) {
        at++;
        product = product.times(factor());
      }
      return product;
    }

    private Polynomial factor() throws InvalidDimsException {
      int from = at;
      if (at < text.length() && Character.isDigit(text.charAt(at))) {
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
          at++;
        }
        if (at - from > 9) {
          at = from;
          throw wrong("the number is too large");
        }
        return Polynomial.of(Long.parseLong(text.substring(from, at)));
      }
      if (at < text.length() && Character.isJavaIdentifierStart(text.charAt(at))) {
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
          at++;
        }
        return Polynomial.symbol(text.substring(from, at));
      }
      throw wrong("a number or a name was expected");
    }

    private boolean is(char c) {
      return at < text.length() && text.charAt(at) == c;
    }

    private void skipBlanks() {
      while (is(' ')) {
        at++;
      }
    }

    private InvalidDimsException wrong(String why) {
      return new InvalidDimsException("at character %d %s".formatted(at + 1, why));
    }
  }
}
