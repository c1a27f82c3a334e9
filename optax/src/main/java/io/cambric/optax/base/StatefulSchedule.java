package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;

/**
 * A schedule with a state. Its values may depend on more than the step, for example on the loss.
 *
 * <p>Injected hyperparameters can follow such schedules, which receive the extra arguments of an
 * update.
 *
 * {@snippet :
 * record Halving() implements StatefulSchedule<Halving.State> {
 *
 *   @PyTree
 *   record State(Array rate) implements OptState {}
 *
 *   @Override
 *   public Class<State> stateType() {
 *     return State.class;
 *   }
 *
 *   @Override
 *   public State init() {
 *     return new State(Numpy.scalar(0.1));
 *   }
 *
 *   @Override
 *   public State update(State state, Extras<?> extras) {
 *     var isLarge = extras.require(Extra.VALUE, "halving").gt(1);
 *     return new State(where(isLarge, state.rate().mul(0.5), state.rate()));
 *   }
 *
 *   @Override
 *   public Array value(State state, Extras<?> extras) {
 *     return state.rate();
 *   }
 * }
 *
 * var tx = injectHyperparams(sgd(0.1)).withSchedule("learning_rate", new Halving());
 * }
 *
 * @param <S> the state
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html">
 *     optax.schedules.StatefulSchedule</a>
 */
public interface StatefulSchedule<S extends OptState> {

  /** {@return the class of the state} */
  Class<S> stateType();

  /** {@return the state before the first step} */
  S init();

  /**
   * {@return the state after a step}
   *
   * @param extras the extra arguments of the update
   */
  S update(S state, Extras<?> extras);

  /**
   * {@return the value at a step, a scalar}
   *
   * @param state before the step
   * @param extras the extra arguments of the update; none when the state is initialised
   */
  Array value(S state, Extras<?> extras);

  /**
   * {@return the state, cast to the type of this schedule}
   *
   * @throws TreeStructureException if it belongs to another schedule
   */
  default S requireState(OptState state) {
    if (!stateType().isInstance(state)) {
      throw new TreeStructureException(
          "%s needs its state, of type %s, but got %s. Pass the result of init, or of the last update, of a transformation with this schedule."
              .formatted(
                  StateSearch.text(getClass()),
                  StateSearch.text(stateType()),
                  StateSearch.textOf(state)));
    }
    return stateType().cast(state);
  }
}
