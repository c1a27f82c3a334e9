package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import java.util.List;

/** Checks of attributes and inputs of layers, with messages that name the remedy. */
final class LayerChecks {

  private LayerChecks() {}

  /** Checks a size or count. */
  static void requirePositive(String layer, String name, int value) {
    if (value <= 0) {
      throw new HyperparameterException(
          "%s needs %s above 0, but got %d. It is a number of elements."
              .formatted(layer, name, value));
    }
  }

  /** Checks that an input has at least a number of axes. */
  static void requireRank(String layer, Array x, int axes) {
    if (x.rank() < axes) {
      throw new ShapeException(
          "%s needs an input of at least %d axes, but got %s. Add axes with reshape or expandDims."
              .formatted(layer, axes, x.aval()));
    }
  }

  /** Checks that a mask has a truth value for each element of an input. */
  static void requireMask(String layer, Array x, Array mask) {
    boolean fits = mask.rank() <= x.rank();
    for (int i = 1; fits && i <= mask.rank(); i++) {
      fits = mask.dim(-i) == 1 || mask.dim(-i) == x.dim(-i);
    }
    if (!fits) {
      throw new ShapeException(
          "%s needs a mask that broadcasts to the shape of its input, but got %s for %s. Reshape it, or insert axes with expandDims."
              .formatted(layer, mask.aval(), x.aval()));
    }
  }

  /** Checks a fraction. */
  static void requireFraction(String layer, String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new HyperparameterException(
          "%s needs %s in [0, 1], but got %s. It is a fraction, not a percentage."
              .formatted(layer, name, value));
    }
  }

  /**
   * {@return one positive number for each spatial axis}
   *
   * @param values as many as axes; one for all; or none for ones
   */
  static Axes spread(String layer, String name, List<Integer> values, int axes) {
    if (values.isEmpty()) {
      return Axes.filled(axes, 1);
    }
    if (values.size() != axes && values.size() != 1) {
      throw new HyperparameterException(
          "%s needs one of %s for each of its %d spatial axes, or one for all, but got %s."
              .formatted(layer, name, axes, values));
    }
    values.forEach(value -> requirePositive(layer, name, value));
    return values.size() == axes
        ? Axes.of(values.stream().mapToInt(Integer::intValue).toArray())
        : Axes.filled(axes, values.getFirst());
  }
}
