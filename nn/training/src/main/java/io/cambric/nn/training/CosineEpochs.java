package io.cambric.nn.training;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.schedule.Schedule;

/** A cosine wave with a warmup; half a wave has {@code half} steps. */
record CosineEpochs(double base, double half, EpochWarmup warmup) implements Schedule {

  @Override
  public Array value(Array count) {
    var angle = count.astype(DType.defaultFloat()).mul(Math.PI).div(half);
    return warmup.apply(angle.cos().mul(0.5).add(0.5).mul(base), count);
  }
}
