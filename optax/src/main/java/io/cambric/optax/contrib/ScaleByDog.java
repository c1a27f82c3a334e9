package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Distance over gradients: scales updates by the largest distance from the first parameters so far,
 * over the root of the sum of squared gradients.
 *
 * <pre>
 *   d' = max(d, |p - p0|)
 *   s' = s + |g|^2
 *   u  = d' / sqrt(s' + eps) g
 * </pre>
 *
 * @param initStep the initial distance, or the learning rate of the first step
 * @param eps added inside the square root
 * @see <a href="https://arxiv.org/abs/2302.12022">Ivgi et al., 2023</a>
 */
@Withers
public record ScaleByDog(InitialStep initStep, Scalar eps)
    implements Stateful<ScaleByDog.State>, ScaleByDogWith {

  /**
   * The state.
   *
   * @param isInitStep whether no step is taken yet, {@code bool[]}
   * @param initParams the initial parameters
   * @param maxDist the largest distance from the initial parameters, a scalar
   * @param sumSqNormGrads the sum of squared norms of gradients, a scalar
   */
  @PyTree
  public record State(Array isInitStep, Object initParams, Array maxDist, Array sumSqNormGrads)
      implements OptState {}

  public ScaleByDog {
    Hyperparameters.requireNotNegative("dog", "eps", eps, "1e-8 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = TreeDTypes.lowest(params);
    return new State(
        NdArray.scalar(DType.BOOL, 1),
        params,
        initStep.distanceFor(params, dtype),
        NdArray.scalar(dtype, 0));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("dog", params);
    var moved = Norms.global(Leaves.map(state.initParams, weights, Array::sub));
    var distance = Numpy.maximum(state.maxDist, moved);
    var squares = state.sumSqNormGrads.add(Norms.squared(updates));
    var rate = distance.div(eps.plus(squares).sqrt());
    var first = initStep.kind() == InitialStep.Kind.LEARNING_RATE;
    var factor = first ? Numpy.where(state.isInitStep, initStep.value().like(rate), rate) : rate;
    return new Updated<>(
        Leaves.map(updates, factor::mul),
        new State(NdArray.scalar(DType.BOOL, 0), state.initParams, distance, squares));
  }
}
