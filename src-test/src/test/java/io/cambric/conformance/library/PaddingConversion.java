package io.cambric.conformance.library;

import io.cambric.nn.Padding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The padding of a layer: a name, a number, or pairs of numbers. */
final class PaddingConversion {

  private PaddingConversion() {}

  static Optional<Conversion> of(Object value) {
    if (value instanceof Padding padding) {
      return Optional.of(new Conversion(padding, 0));
    }
    if (Values.isInteger(value)) {
      return Optional.of(new Conversion(Padding.of(Values.integer(value)), 0));
    }
    if (value instanceof List<?> rows) {
      var pairs =
          rows.stream()
              .map(Values::integers)
              .map(row -> new Padding.Pair(row[0], row[row.length - 1]))
              .toArray(Padding.Pair[]::new);
      return Optional.of(new Conversion(Padding.of(pairs), 0));
    }
    return Arrays.stream(Padding.Mode.values())
        .filter(mode -> mode.name().equals(value))
        .map(mode -> new Conversion(mode, 0))
        .findFirst();
  }
}
