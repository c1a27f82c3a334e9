package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The operands of an operation in one line: {@code "v:500-40000 d, ids(v) n; k:1-64"}.
 *
 * <p>Operands are separated by commas. Each is a word for its values, none for normal ones, and the
 * sizes of its axes: letters, numbers, or sums and products such as {@code m+n} and {@code 2*b}. A
 * letter may have a range, which a formula gives to its last one. Letters after the semicolon are
 * in no shape.
 */
final class Spec {

  private static final Pattern WORD = Pattern.compile("([a-z]{2,})(?:\\(([^)]*)\\))?");

  /** Sizes of a letter without a range. */
  private static final Range USUAL = new Range(1, 6000);

  /** Sizes that a letter may have, both included. */
  record Range(int low, int high) {}

  /** An operand, with formulas in place of sizes. */
  private record Part(Values values, String bound, List<String> axes) {}

  private final Map<String, Range> ranges = new LinkedHashMap<>();
  private final List<Part> parts = new ArrayList<>();

  Spec(String text) {
    var halves = text.split(";");
    for (var operand : halves[0].strip().split(",")) {
      parts.add(part(operand.strip()));
    }
    if (halves.length > 1) {
      for (var letter : halves[1].strip().split(" ")) {
        formula(letter);
      }
    }
  }

  private Part part(String operand) {
    var words = new ArrayList<>(Arrays.asList(operand.split(" ")));
    var values = Values.NORMAL;
    var bound = "0";
    var word = WORD.matcher(words.getFirst());
    if (word.matches()) {
      words.removeFirst();
      values = Values.valueOf(word.group(1).toUpperCase(Locale.ROOT));
      if (word.group(2) != null) {
        bound = formula(word.group(2));
      }
    }
    return new Part(
        values, bound, words.stream().filter(axis -> !axis.isEmpty()).map(this::formula).toList());
  }

  /** {@return a formula without the range, which is kept for its last letter} */
  private String formula(String text) {
    int colon = text.indexOf(':');
    var formula = colon < 0 ? text : text.substring(0, colon);
    var letters = formula.split("[+*]");
    for (var letter : letters) {
      if (!Character.isDigit(letter.charAt(0))) {
        ranges.putIfAbsent(letter, USUAL);
      }
    }
    if (colon >= 0) {
      var ends = text.substring(colon + 1).split("-");
      ranges.put(
          letters[letters.length - 1],
          new Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])));
    }
    return formula;
  }

  /** {@return the letters with their ranges, in the order in which they first stand} */
  Map<String, Range> ranges() {
    return ranges;
  }

  /** {@return the operands for sizes of the letters} */
  List<CaseOperand> operands(Map<String, Integer> sizes, DType dtype) {
    return parts.stream()
        .map(part ->
            new CaseOperand(
                shape(part.axes, sizes),
                part.values.dtype(dtype),
                part.values,
                size(part.bound, sizes)))
        .toList();
  }

  private static Shape shape(List<String> axes, Map<String, Integer> sizes) {
    return Shape.of(axes.stream().mapToInt(axis -> size(axis, sizes)).toArray());
  }

  /** {@return the value of a formula} */
  static int size(String formula, Map<String, Integer> sizes) {
    int plus = formula.indexOf('+');
    if (plus >= 0) {
      return size(formula.substring(0, plus), sizes) + size(formula.substring(plus + 1), sizes);
    }
    int times = formula.indexOf('*');
    if (times >= 0) {
      return size(formula.substring(0, times), sizes) * size(formula.substring(times + 1), sizes);
    }
    return Character.isDigit(formula.charAt(0))
        ? Integer.parseInt(formula)
        : Objects.requireNonNull(sizes.get(formula), formula);
  }
}
