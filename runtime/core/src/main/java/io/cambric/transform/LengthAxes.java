package io.cambric.transform;

import io.cambric.tree.Opaque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Axes of arrays with their lengths, for {@code ragged} functions of several lengths. The lengths
 * are one vector then, and each axis has the number of its length.
 *
 * {@snippet :
 * var attention = ragged((q, k, v) -> attend(q, k, v))
 *     .axes(LengthAxes.of(0, 0), LengthAxes.of(0, 1), LengthAxes.of(0, 1));
 * attention.apply(Numpy.array(queries, keys), q, k, v);
 * }
 *
 * @param numbers for each ragged axis the number of its length
 */
public record LengthAxes(Map<Integer, Integer> numbers) implements Opaque {

  /** Copies the map. */
  public LengthAxes {
    numbers = Map.copyOf(numbers);
  }

  /** {@return one axis, with the number of its length} */
  public static LengthAxes of(int axis, int number) {
    return new LengthAxes(Map.of(axis, number));
  }

  /** {@return these axes and another one, with the number of its length} */
  public LengthAxes and(int axis, int number) {
    var all = new TreeMap<>(numbers);
    all.put(axis, number);
    return new LengthAxes(all);
  }
}
