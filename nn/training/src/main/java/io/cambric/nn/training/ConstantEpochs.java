package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.schedule.Schedule;

/** A constant rate with a warmup. */
record ConstantEpochs(double base, EpochWarmup warmup) implements Schedule {

  @Override
  public Array value(Array count) {
    return warmup.apply(NdArray.weakScalar(base), count);
  }
}
