package io.cambric.optax.schedule;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.optax.hyperparameter.Hyperparameters;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The piecewise constant schedule: a value multiplied by a factor from the count of each boundary
 * on.
 */
record PiecewiseConstant(double init, Map<Integer, Double> boundariesAndScales)
    implements Schedule {

  PiecewiseConstant {
    Hyperparameters.requireFinite("piecewise constant schedule", "init value", init);
    boundariesAndScales = Collections.unmodifiableMap(new TreeMap<>(boundariesAndScales));
    boundariesAndScales
        .values()
        .forEach(scale ->
            Hyperparameters.requireNotNegative(
                "piecewise constant schedule",
                "scale factors",
                scale,
                "A factor multiplies the value after its boundary."));
  }

  @Override
  public Array value(Array count) {
    Array value = NdArray.weakScalar(init);
    for (var entry : boundariesAndScales.entrySet()) {
      value =
          Lax.select(StepCounts.isBelow(count, entry.getKey()), value, value.mul(entry.getValue()));
    }
    return value;
  }
}
