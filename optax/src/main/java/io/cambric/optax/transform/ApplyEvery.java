package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * The sum of the updates of several steps, passed on in the last step; zeros in all others.
 *
 * @param k the number of steps, at least 1
 */
@Withers
public record ApplyEvery(int k) implements Stateful<ApplyEvery.State>, ApplyEveryWith {

  /**
   * The state.
   *
   * @param count steps since the last sum passed, {@code i32[]}
   * @param gradAcc the sum, a tree like the parameters
   */
  @PyTree
  public record State(Array count, Object gradAcc) implements OptState {}

  public ApplyEvery {
    Hyperparameters.requireAtLeast("apply_every", "k", 1, k, "It is the number of steps to sum.");
  }

  /** Each step passes. */
  public ApplyEvery() {
    this(1);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var count = state.count;
    var begun = count.ne(Lax.fullLike(count, 0));
    var last = count.eq(Lax.fullLike(count, k - 1));
    var sum = Leaves.map(updates, state.gradAcc, (g, acc) -> Numpy.where(begun, acc.add(g), g));
    var next = Numpy.where(last, Counts.zero(), Counts.increment(count));
    return new Updated<>(
        Leaves.map(sum, acc -> Numpy.where(last, acc, Leaves.zeros(acc))), new State(next, sum));
  }
}
