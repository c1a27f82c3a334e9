package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Injectable;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.StatefulSchedule;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transformation with its hyperparameters in the state. A compiled step then serves all of their
 * values.
 *
 * <p>Numbers and arrays enter the state as scalars. A value that is replaced in the state takes
 * effect at the next step. A schedule enters the state with a count and its value at that count;
 * replacing this value has no effect. A stateful schedule also sees the extra arguments of updates,
 * such as the loss.
 *
 * {@snippet :
 * var tx = injectHyperparams(adam(1e-3));
 * var state = tx.initial(params);
 * state = state.with("learning_rate", 1e-4);
 * }
 *
 * <p>Constants such as {@code 1 - b1} are computed in the dtype of the state. Results therefore
 * differ in the last digits from the transformation alone.
 *
 * @param inner the transformation, with its hyperparameters
 * @param staticArgs names of hyperparameters that are not in the state
 * @param schedules schedules of hyperparameters by name
 * @param hyperparamDtype dtype of floating hyperparameters, or {@code null} for the highest of the
 *     parameters
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html">
 *     optax.inject_hyperparams</a>
 */
@Withers
public record InjectHyperparams(
    Injectable<?> inner,
    Set<String> staticArgs,
    Map<String, StatefulSchedule<?>> schedules,
    @Nullable DType hyperparamDtype)
    implements Stateful<InjectHyperparams.State>, InjectHyperparamsWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param hyperparams scalar values by names in Optax, such as {@code learning_rate}
   * @param hyperparamsStates states of schedules by the names of hyperparameters
   * @param innerState state of the transformation
   */
  @PyTree
  public record State(
      Array count,
      Map<String, Array> hyperparams,
      Map<String, OptState> hyperparamsStates,
      OptState innerState)
      implements OptState {

    /**
     * {@return this with another value of a hyperparameter}
     *
     * @throws HyperparameterException if there is none of this name, or if a schedule sets it
     */
    public State with(String name, double value) {
      return with(name, Scalar.of(value));
    }

    /**
     * {@return this with another value of a hyperparameter, a scalar}
     *
     * @throws HyperparameterException if there is none of this name, or if a schedule sets it
     */
    public State with(String name, Array value) {
      return with(name, Scalar.of(value));
    }

    private State with(String name, Scalar value) {
      var present = hyperparams.get(name);
      if (present == null || hyperparamsStates.containsKey(name)) {
        var free = new LinkedHashSet<>(hyperparams.keySet());
        free.removeAll(hyperparamsStates.keySet());
        throw new HyperparameterException(
            "The state of inject_hyperparams has the settable hyperparameters %s, but got %s%s. Use one of these names."
                .formatted(
                    String.join(", ", free),
                    name,
                    present == null ? "" : ", which a schedule sets"));
      }
      var changed = new LinkedHashMap<>(hyperparams);
      changed.put(name, value.like(present));
      return new State(count, changed, hyperparamsStates, innerState);
    }
  }

  public InjectHyperparams {
    staticArgs = Collections.unmodifiableSet(new LinkedHashSet<>(staticArgs));
    schedules = Collections.unmodifiableMap(new LinkedHashMap<>(schedules));
    requireNames("static names", staticArgs, inner.hyperparameters().keySet());
    var injected = new LinkedHashSet<>(inner.hyperparameters().keySet());
    injected.removeAll(staticArgs);
    requireNames("names with a schedule", schedules.keySet(), injected);
  }

  /** All hyperparameters enter the state, in the highest dtype of the parameters. */
  public InjectHyperparams(Injectable<?> inner) {
    this(inner, Set.of(), Map.of(), null);
  }

  private static void requireNames(String what, Set<String> given, Set<String> names) {
    for (var name : given) {
      if (!names.contains(name)) {
        throw new HyperparameterException(
            "inject_hyperparams needs %s among %s, but got %s. Use one of these names."
                .formatted(what, String.join(", ", names), name));
      }
    }
  }

  /** {@return this transformation without the hyperparameters of these names in the state} */
  public InjectHyperparams withStatic(String... names) {
    return withStaticArgs(new LinkedHashSet<>(List.of(names)));
  }

  /**
   * {@return this with a hyperparameter that follows a schedule}
   *
   * {@snippet :
   * injectHyperparams(clipByGlobalNorm(1)).withSchedule("max_norm", linear(1, 0, 100));
   * }
   *
   * @param name in Optax of a hyperparameter in the state
   * @throws HyperparameterException if there is none of this name
   */
  public InjectHyperparams withSchedule(String name, Schedule schedule) {
    return withSchedule(name, new WrappedSchedule(schedule));
  }

  /**
   * {@return this with a hyperparameter that follows a schedule with a state}
   *
   * @param name in Optax of a hyperparameter in the state
   * @throws HyperparameterException if there is none of this name
   */
  public InjectHyperparams withSchedule(String name, StatefulSchedule<?> schedule) {
    var more = new LinkedHashMap<>(schedules);
    more.put(name, schedule);
    return withSchedules(more);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = dtype(params);
    var values = new LinkedHashMap<String, Array>();
    var states = new LinkedHashMap<String, OptState>();
    var followed = followed();
    injected()
        .forEach((name, hyperparameter) -> {
          var schedule = followed.get(name);
          if (schedule == null) {
            values.put(name, converted(hyperparameter.at(Counts.zero()).array(), dtype));
          } else {
            var state = schedule.init();
            values.put(name, converted(value(schedule, state, Extras.none()), dtype));
            states.put(name, state);
          }
        });
    return new State(Counts.zero(), values, states, with(values).init(params));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var dtype = dtype(params == null ? updates : params);
    var values = new LinkedHashMap<String, Array>();
    var states = new LinkedHashMap<String, OptState>();
    var followed = followed();
    for (var name : injected().keySet()) {
      var schedule = followed.get(name);
      if (schedule == null) {
        values.put(name, converted(given(state.hyperparams, name), dtype));
      } else {
        var before = given(state.hyperparamsStates, name);
        values.put(name, converted(value(schedule, before, extras), dtype));
        states.put(name, after(schedule, before, extras));
      }
    }
    var updated = with(values).update(updates, state.innerState, params, extras);
    return new Updated<>(
        updated.updates(),
        new State(Counts.increment(state.count), values, states, updated.state()));
  }

  /** {@return the schedules of hyperparameters by name} */
  private Map<String, StatefulSchedule<?>> followed() {
    var followed = new LinkedHashMap<String, StatefulSchedule<?>>();
    injected()
        .forEach((name, hyperparameter) -> {
          if (hyperparameter instanceof ScalarOrSchedule.Scheduled(var schedule)) {
            followed.put(name, new WrappedSchedule(schedule));
          }
        });
    followed.putAll(schedules);
    return followed;
  }

  private static <S extends OptState> Array value(
      StatefulSchedule<S> schedule, OptState state, Extras<?> extras) {
    return schedule.value(schedule.requireState(state), extras);
  }

  private static <S extends OptState> S after(
      StatefulSchedule<S> schedule, OptState state, Extras<?> extras) {
    return schedule.update(schedule.requireState(state), extras);
  }

  private static <V> V given(Map<String, V> state, String name) {
    var value = state.get(name);
    if (value == null) {
      throw new HyperparameterException(
          "inject_hyperparams needs %s in the state, but got only %s. Pass the state that init of this transformation returned."
              .formatted(name, String.join(", ", state.keySet())));
    }
    return value;
  }

  private Map<String, ScalarOrSchedule> injected() {
    var injected = new LinkedHashMap<>(inner.hyperparameters());
    injected.keySet().removeAll(staticArgs);
    return injected;
  }

  private DType dtype(Object tree) {
    return hyperparamDtype == null ? TreeDTypes.highest(tree) : hyperparamDtype;
  }

  /** Integers keep their dtype. */
  private static Array converted(Array value, DType dtype) {
    return value.dtype().isFloating() ? value.astype(dtype) : value;
  }

  private GradientTransformation with(Map<String, Array> values) {
    var hyperparameters = new LinkedHashMap<String, ScalarOrSchedule>();
    values.forEach((name, value) -> hyperparameters.put(name, ScalarOrSchedule.of(value)));
    return inner.withHyperparameters(hyperparameters);
  }
}
