package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules of products of matrices, and of the letters of {@code einsum}. */
final class ProductShapes {

  private static final String REST = "...";
  private static final String ARROW = "->";

  private ProductShapes() {}

  static Fact matmul(ArrayFact x, Use use, int from) {
    var other = use.array(from);
    if (other.isEmpty()) {
      return use.unknown();
    }
    var y = other.get();
    if (!y.has(2) || x.rank() == 1 || x.rank() == 0) {
      return use.unknown();
    }
    if (x.has(1) && x.size(1).neverEquals(y.size(2))) {
      use.mismatch(
          "%s multiplies rows of %s by columns of %s."
              .formatted(use.text(), x.described(), y.described()),
          "The last size of the left operand and the last but one of the right must be equal.");
    }
    return y.rank() == 2 ? x.withFeatures(y.size(1), use.text()) : use.unknown();
  }

  /** The result of {@code einsum} with a text that the source writes. */
  static Fact einsum(Use use) {
    var text = use.literal(0).map(t -> t.replace(" ", "")).orElse("");
    int arrow = text.indexOf(ARROW);
    if (arrow < 0) {
      return use.unknown();
    }
    var operands = text.substring(0, arrow).split(",", -1);
    if (operands.length != use.arguments().size() - 1) {
      return use.unknown();
    }
    var sizes = new HashMap<Character, Polynomial>();
    var makers = new HashMap<Character, ArrayFact>();
    for (int i = 0; i < operands.length; i++) {
      var array = use.array(i + 1);
      if (array.isPresent() && !bind(operands[i], array.get(), sizes, makers, use)) {
        return use.unknown();
      }
    }
    return result(text.substring(arrow + ARROW.length()), sizes, use);
  }

  /** Gives the letters of an operand their sizes; returns whether they can have them. */
  private static boolean bind(
      String letters,
      ArrayFact x,
      Map<Character, Polynomial> sizes,
      Map<Character, ArrayFact> makers,
      Use use) {
    int rest = letters.indexOf(REST);
    int count = rest < 0 ? letters.length() : letters.length() - REST.length();
    boolean isOther = x.hasRank() && (rest < 0 ? x.rank() != count : x.rank() < count);
    if (isOther || rest < 0 && x.last().size() > count) {
      use.mismatch(
          "%s names %d axes of %s.".formatted(use.text(), count, x.described()),
          "Write a letter for each axis, or ... for the others.");
      return false;
    }
    int fromRest = rest < 0 ? letters.length() : letters.length() - rest - REST.length();
    for (int i = 1; i <= fromRest; i++) {
      char letter = letters.charAt(letters.length() - i);
      var before = sizes.putIfAbsent(letter, x.size(i));
      if (before == null) {
        makers.put(letter, x);
      } else if (before.neverBroadcastsWith(x.size(i))) {
        use.mismatch(
            "%s has %s for %s in %s, and %s in %s."
                .formatted(
                    use.text(),
                    before,
                    letter,
                    makers.get(letter).described(),
                    x.size(i),
                    x.described()),
            "Axes of one letter have one size.");
        return false;
      }
    }
    return true;
  }

  private static Fact result(String letters, Map<Character, Polynomial> sizes, Use use) {
    boolean hasRest = letters.startsWith(REST);
    var named = hasRest ? letters.substring(REST.length()) : letters;
    if (named.contains(REST)) {
      return use.unknown();
    }
    List<Polynomial> axes = new ArrayList<>();
    for (char letter : named.toCharArray()) {
      var size = sizes.get(letter);
      axes.add(size == null ? Polynomial.symbol(use.symbols().fresh()) : size);
    }
    var result = ArrayFact.of(axes, Kind.UNKNOWN, use.text());
    return hasRest ? result.withMore(use.symbols()) : result;
  }
}
