package io.cambric.module;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The size of an axis in a text of {@code @Dims}, such as {@code 4*hidden+1}.
 *
 * @param terms the products that are added
 */
record AxisSum(List<Term> terms) {

  private static final String ANY = "_";

  /** A product of a number and names. */
  record Term(long factor, List<String> names) {}

  /** Reads a sum of products without blanks. */
  static AxisSum of(String text) {
    var terms = new ArrayList<Term>();
    for (var signed : text.split("(?<=.)(?=[+-])")) {
      long factor = signed.startsWith("-") ? -1 : 1;
      var names = new ArrayList<String>();
      for (var part : signed.replaceFirst("^[+-]", "").split("\\*")) {
        if (Character.isDigit(part.charAt(0))) {
          factor *= Long.parseLong(part);
        } else {
          names.add(part);
        }
      }
      terms.add(new Term(factor, List.copyOf(names)));
    }
    return new AxisSum(List.copyOf(terms));
  }

  /** {@return whether any size fits} */
  boolean isAny() {
    return ANY.equals(name());
  }

  /** {@return its name, if it is nothing else} */
  @Nullable String name() {
    var first = terms.getFirst();
    return terms.size() == 1 && first.factor() == 1 && first.names().size() == 1
        ? first.names().getFirst()
        : null;
  }

  /** {@return its value, if the values of all its names are known} */
  OptionalLong value(Map<String, Long> values) {
    long sum = 0;
    for (var term : terms) {
      long product = term.factor();
      for (var name : term.names()) {
        var value = values.get(name);
        if (value == null) {
          return OptionalLong.empty();
        }
        product *= value;
      }
      sum += product;
    }
    return OptionalLong.of(sum);
  }
}
