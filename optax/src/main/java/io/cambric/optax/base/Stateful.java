package io.cambric.optax.base;

import io.cambric.errors.TreeStructureException;
import org.jspecify.annotations.Nullable;

/**
 * A gradient transformation with a state of a known type. Optimisers implement it.
 *
 * <p>Loops call {@link #init} and {@link #update}, which accept any state. Implementations define
 * {@link #initial} and {@link #step} for their own state type. {@link #update} checks that the
 * state is of that type.
 *
 * {@snippet :
 * record Momentum(double decay) implements Stateful<Momentum.State> {
 *
 *   @PyTree
 *   record State(Object trace) implements OptState {}
 *
 *   @Override
 *   public Class<State> stateType() {
 *     return State.class;
 *   }
 *
 *   @Override
 *   public State initial(Object params) {
 *     return new State(Trees.map(params, (Array p) -> zerosLike(p)));
 *   }
 *
 *   @Override
 *   public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
 *     P trace = Trees.map(updates, state.trace(), (Array g, Array t) -> g.add(t.mul(decay)));
 *     return new Updated<>(trace, new State(trace));
 *   }
 * }
 * }
 *
 * @param <S> the state
 */
public interface Stateful<S extends OptState> extends GradientTransformation {

  /** {@return the class of the state} */
  Class<S> stateType();

  /** {@return the state before the first step; see {@link #init}} */
  S initial(Object params);

  /**
   * {@return the transformed updates and the next state; see {@link #update}}
   *
   * @param state of the type of {@link #stateType}
   */
  <P> Updated<P> step(P updates, S state, @Nullable P params, Extras<P> extras);

  @Override
  default OptState init(Object params) {
    return initial(params);
  }

  @Override
  default <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    return step(updates, requireState(state), params, extras);
  }

  /**
   * {@return the state, cast to the type of this transformation}
   *
   * @throws TreeStructureException if it belongs to another transformation
   */
  default S requireState(OptState state) {
    if (!stateType().isInstance(state)) {
      throw new TreeStructureException(
          "%s needs its state, of type %s, but got %s. Each optimiser has its own state: pass the result of its init, or of its last update."
              .formatted(
                  StateSearch.text(getClass()),
                  StateSearch.text(stateType()),
                  StateSearch.textOf(state)));
    }
    return stateType().cast(state);
  }
}
