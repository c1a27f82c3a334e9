package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An operand of a case, before it has values.
 *
 * @param bound of ids; 0 for other values
 */
record CaseOperand(Shape shape, DType dtype, Values values, int bound) {

  /** {@return the description of a peer, such as {@code i32[20,3] ids 500}} */
  String toText() {
    var sizes =
        Arrays.stream(shape.toArray()).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return "%s[%s] %s%s"
        .formatted(
            dtype.shortName(),
            sizes,
            values.name().toLowerCase(Locale.ROOT),
            bound > 0 ? " " + bound : "");
  }

  /** {@return values for the operand at a place, the same each time} */
  Array array(int place) {
    return values.draw(Key.of(17 + place), shape, dtype, bound);
  }
}
