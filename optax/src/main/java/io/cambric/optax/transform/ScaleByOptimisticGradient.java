package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic gradients: adds the change since the last step.
 *
 * <pre>
 *   u = (alpha + beta) g - beta g_last
 * </pre>
 *
 * <p>In the first step {@code g_last} is {@code g}.
 *
 * @param alpha factor of the gradient
 * @param beta factor of its change
 * @see <a href="https://arxiv.org/abs/1901.08511">Mokhtari et al., 2019</a>
 */
@Withers
public record ScaleByOptimisticGradient(Scalar alpha, Scalar beta)
    implements Stateful<ScaleByOptimisticGradient.State>, ScaleByOptimisticGradientWith {

  /**
   * The state.
   *
   * @param isInitialStep whether this is the first step, {@code bool[]}
   * @param previousGradient updates of the last step, a tree like the parameters
   */
  @PyTree
  public record State(Array isInitialStep, Object previousGradient) implements OptState {}

  public ScaleByOptimisticGradient {
    Hyperparameters.requireFinite("scale_by_optimistic_gradient", "alpha", alpha);
    Hyperparameters.requireFinite("scale_by_optimistic_gradient", "beta", beta);
  }

  /** Factors of 1. */
  public ScaleByOptimisticGradient() {
    this(Scalar.of(1), Scalar.of(1));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(NdArray.scalar(DType.BOOL, 1), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var both = alpha.plus(beta);
    var optimistic =
        Leaves.map(
            updates,
            state.previousGradient,
            (g, last) -> both.times(g).sub(beta.times(Numpy.where(state.isInitialStep, g, last))));
    return new Updated<>(optimistic, new State(NdArray.scalar(DType.BOOL, 0), updates));
  }
}
