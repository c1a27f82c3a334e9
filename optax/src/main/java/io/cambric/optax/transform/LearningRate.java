package io.cambric.optax.transform;

import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.schedule.NegatedSchedule;
import org.jspecify.annotations.Nullable;

/**
 * Scaling by a learning rate, the last part of most optimisers.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/transformations.html">
 *     optax.scale_by_learning_rate</a>
 */
public final class LearningRate {

  private LearningRate() {}

  /** {@return updates times the negative learning rate, or unchanged if it is {@code null}} */
  public static GradientTransformation descent(@Nullable ScalarOrSchedule learningRate) {
    return switch (learningRate) {
      case null -> new Identity();
      case ScalarOrSchedule.Fixed(var scalar) -> new Scale(scalar.negated());
      case ScalarOrSchedule.Scheduled(var schedule) ->
          new ScaleBySchedule(new NegatedSchedule(schedule));
    };
  }

  /** {@return updates times the learning rate, or unchanged if it is {@code null}} */
  public static GradientTransformation ascent(@Nullable ScalarOrSchedule learningRate) {
    return switch (learningRate) {
      case null -> new Identity();
      case ScalarOrSchedule.Fixed(var scalar) -> new Scale(scalar);
      case ScalarOrSchedule.Scheduled(var schedule) -> new ScaleBySchedule(schedule);
    };
  }
}
