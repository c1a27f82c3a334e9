package io.cambric.optax.base;

import io.cambric.build.Convertible;
import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import java.util.function.UnaryOperator;

/**
 * A hyperparameter that may change from step to step: a {@link Scalar}, or a {@link Schedule}.
 *
 * <p>Optimisers take learning rates of this type. Callers pass a number, a scalar array or a
 * schedule; there is an overload for each.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/optimizers.html">optax.ScalarOrSchedule</a>
 */
@Convertible
public sealed interface ScalarOrSchedule {

  /**
   * A constant hyperparameter.
   *
   * @param scalar its value
   */
  record Fixed(Scalar scalar) implements ScalarOrSchedule {}

  /**
   * A hyperparameter that follows a schedule.
   *
   * @param schedule from the count of steps before this one to the value
   */
  record Scheduled(Schedule schedule) implements ScalarOrSchedule {}

  /**
   * {@return the value at a step}
   *
   * @param count steps taken before this one, {@code i32[]}
   */
  default Scalar at(Array count) {
    return switch (this) {
      case Fixed(var scalar) -> scalar;
      case Scheduled(var schedule) -> Scalar.of(schedule.value(count));
    };
  }

  /**
   * Checks that this may be a learning rate: a number is finite and not negative.
   *
   * @param where the optimiser, for the message
   * @throws io.cambric.errors.HyperparameterException if the number is not
   */
  default void requireLearningRate(String where) {
    if (this instanceof Fixed fixed) {
      Hyperparameters.requireLearningRate(where, fixed.scalar());
    }
  }

  /** {@return a function of the scalar, or of each value of the schedule} */
  default ScalarOrSchedule map(UnaryOperator<Scalar> f) {
    return switch (this) {
      case Fixed(var scalar) -> new Fixed(f.apply(scalar));
      case Scheduled(var schedule) ->
          new Scheduled(count -> f.apply(Scalar.of(schedule.value(count))).array());
    };
  }

  /** Checks that this is finite, if it is a number. */
  default void requireFinite(String where, String name) {
    if (this instanceof Fixed fixed) {
      Hyperparameters.requireFinite(where, name, fixed.scalar());
    }
  }

  /** {@return a number} */
  static ScalarOrSchedule of(double number) {
    return new Fixed(Scalar.of(number));
  }

  /** {@return the value of a scalar array} */
  static ScalarOrSchedule of(Array array) {
    return new Fixed(Scalar.of(array));
  }

  /** {@return the values of a schedule} */
  static ScalarOrSchedule of(Schedule schedule) {
    return new Scheduled(schedule);
  }
}
