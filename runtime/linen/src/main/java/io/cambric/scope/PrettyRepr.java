package io.cambric.scope;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of nested collections as a frozen dictionary of Flax, with its values in the notation of
 * Python.
 */
final class PrettyRepr {

  /** Python writes floating numbers of exponents from here on with an exponent. */
  private static final int LARGE = 16;

  private static final int SMALL = -4;

  private PrettyRepr() {}

  static String of(Map<String, ?> entries, int spaces) {
    return "FrozenDict(%s)".formatted(dict(entries, " ".repeat(spaces), ""));
  }

  private static String dict(Map<?, ?> entries, String step, String indent) {
    if (entries.isEmpty()) {
      return "{}";
    }
    var text = new StringBuilder("{\n");
    entries.forEach((name, value) ->
        text.append(indent)
            .append(step)
            .append(name)
            .append(": ")
            .append(
                value instanceof Params params
                    ? dict(params.entries(), step, indent + step)
                    : repr(value))
            .append(",\n"));
    return text.append(indent).append('}').toString();
  }

  private static String repr(@Nullable Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean truth -> truth ? "True" : "False";
      case Float number -> decimal(number, number.toString());
      case Double number -> decimal(number, number.toString());
      case String text -> quoted(text);
      case List<?> list ->
          list.stream().map(PrettyRepr::repr).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> repr(entry.getKey()) + ": " + repr(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }

  /** {@return the form of a floating number, given a text with its shortest digits} */
  private static String decimal(double number, String text) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
    }
    if (number == 0) {
      return text;
    }
    var digits = new BigDecimal(text).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= SMALL && exponent < LARGE) {
      var plain = digits.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    return "%se%s%02d"
        .formatted(
            digits.scaleByPowerOfTen(-exponent).toPlainString(),
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }

  private static String quoted(String text) {
    char quote = text.contains("'") && !text.contains("\"") ? '"' : '\'';
    var escaped =
        text.replace("\\", "\\\\")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
            .replace(String.valueOf(quote), "\\" + quote);
    return quote + escaped + quote;
  }
}
