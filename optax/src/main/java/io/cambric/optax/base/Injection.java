package io.cambric.optax.base;

import io.cambric.errors.HyperparameterException;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hyperparameters by name, for {@link Injectable}. Generated withers call its methods. */
public final class Injection {

  private final Map<String, ScalarOrSchedule> values = new LinkedHashMap<>();

  /** An empty list. */
  public Injection() {}

  /**
   * Replaces hyperparameters of a transformation.
   *
   * @throws HyperparameterException if the transformation has no hyperparameter with a name
   */
  public Injection(Injectable<?> transformation, Map<String, ScalarOrSchedule> values) {
    this.values.putAll(values);
    var names = transformation.hyperparameters().keySet();
    for (var name : values.keySet()) {
      if (!names.contains(name)) {
        throw new HyperparameterException(
            "%s has the hyperparameters %s, but got %s. Use one of these names."
                .formatted(StateSearch.textOf(transformation), String.join(", ", names), name));
      }
    }
  }

  /** Adds a hyperparameter, unless it is not set. */
  public Injection with(String name, @Nullable ScalarOrSchedule value) {
    if (value != null) {
      values.put(name, value);
    }
    return this;
  }

  /** Adds a hyperparameter that is a scalar, unless it is not set. */
  public Injection with(String name, @Nullable Scalar value) {
    return with(name, value == null ? null : new ScalarOrSchedule.Fixed(value));
  }

  /** {@return the values by name, in the order of addition} */
  public Map<String, ScalarOrSchedule> values() {
    return Collections.unmodifiableMap(values);
  }

  /** {@return the new value under a name, or the present value} */
  public ScalarOrSchedule scalarOrSchedule(String name, ScalarOrSchedule present) {
    return values.getOrDefault(name, present);
  }

  /** {@return the new value under a name, or the present value, which may be unset} */
  public @Nullable ScalarOrSchedule scalarOrScheduleOrUnset(
      String name, @Nullable ScalarOrSchedule present) {
    return present == null ? null : scalarOrSchedule(name, present);
  }

  /**
   * {@return the new value under a name, or the present value}
   *
   * @throws HyperparameterException if the value is a schedule
   */
  public Scalar scalar(String name, Scalar present) {
    return switch (values.get(name)) {
      case null -> present;
      case ScalarOrSchedule.Fixed fixed -> fixed.scalar();
      case ScalarOrSchedule.Scheduled _ ->
          throw new HyperparameterException(
              "%s needs a number or a scalar array, but got a schedule. Inject the schedule, which then yields an array at each step."
                  .formatted(name));
    };
  }

  /** {@return the new value under a name, or the present value, which may be unset} */
  public @Nullable Scalar scalarOrUnset(String name, @Nullable Scalar present) {
    return present == null ? null : scalar(name, present);
  }

  /** {@return the names and values} */
  @Override
  public String toString() {
    return values.toString();
  }
}
