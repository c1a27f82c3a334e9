package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import org.jspecify.annotations.Nullable;

/** Replaces NaN in updates by 0. Infinite elements stay. */
public record ZeroNans() implements Stateful<ZeroNans.State> {

  /**
   * The state.
   *
   * @param foundNan whether the last updates had a NaN, a tree of {@code bool[]}
   */
  @PyTree
  public record State(Object foundNan) implements OptState {}

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Leaves.map(params, _ -> NdArray.scalar(DType.BOOL, 0)));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    return new Updated<>(
        Leaves.map(updates, g -> Numpy.where(Numpy.isnan(g), Leaves.zeros(g), g)),
        new State(Leaves.map(updates, g -> Numpy.isnan(g).any())));
  }
}
