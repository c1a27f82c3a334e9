package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import org.jspecify.annotations.Nullable;

/**
 * A line from 0 up to a learning rate, which may be an array.
 *
 * @param peak the learning rate after the warmup
 * @param steps the length of the warmup
 */
record LinearWarmup(Scalar peak, int steps) implements Schedule {

  /** {@return a learning rate with a warmup, or without one if its length is {@code null}} */
  static ScalarOrSchedule of(Scalar learningRate, @Nullable Integer steps) {
    if (steps == null) {
      return new ScalarOrSchedule.Fixed(learningRate);
    }
    return ScalarOrSchedule.of(
        learningRate.isNumber()
            ? Schedules.warmupConstant(0, learningRate.number("learning_rate"), steps)
            : new LinearWarmup(learningRate, steps));
  }

  @Override
  public Array value(Array count) {
    return peak.times(Schedules.warmupConstant(0, 1, steps).value(count));
  }
}
