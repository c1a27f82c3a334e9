package io.cambric.optax.schedule;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.hyperparameter.Hyperparameters;

/** The constant schedule: the same value at every count. */
record ConstantSchedule(double value) implements Schedule {

  ConstantSchedule {
    Hyperparameters.requireFinite("constant schedule", "value", value);
  }

  @Override
  public Array value(Array count) {
    return NdArray.weakScalar(value);
  }
}
