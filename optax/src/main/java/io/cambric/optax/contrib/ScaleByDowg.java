package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
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
 * Distance over weighted gradients: scales updates by the squared distance from the first
 * parameters, over the root of a weighted sum of squared gradients. The weights are the distances.
 *
 * <pre>
 *   d' = max(d, |p - p0|^2)
 *   w' = w + d' |g|^2
 *   u  = d' / (sqrt(w') + eps) g
 * </pre>
 *
 * @param initEstimSqDist the initial squared distance, or {@code null} for eps
 * @param eps added outside the square root
 * @see <a href="https://arxiv.org/abs/2305.16284">Khaled et al., 2023</a>
 */
@Withers
public record ScaleByDowg(@Nullable Scalar initEstimSqDist, Scalar eps)
    implements Stateful<ScaleByDowg.State>, ScaleByDowgWith {

  /**
   * The state.
   *
   * @param initParams the initial parameters
   * @param weightedSqNormGrads the weighted sum of squared norms of gradients, a scalar
   * @param estimSqDist the largest squared distance from the first parameters, a scalar
   */
  @PyTree
  public record State(Object initParams, Array weightedSqNormGrads, Array estimSqDist)
      implements OptState {}

  public ScaleByDowg {
    require(initEstimSqDist, eps);
  }

  static void require(@Nullable Scalar initEstimSqDist, Scalar eps) {
    Hyperparameters.requirePositive(
        "dowg", "eps", eps, "It is also the first squared distance; 1e-4 is usual.");
    if (initEstimSqDist != null) {
      Hyperparameters.requirePositive(
          "dowg",
          "init_estim_sq_dist",
          initEstimSqDist,
          "The parameters never move with a distance of 0.");
    }
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = TreeDTypes.lowest(params);
    var distance = initEstimSqDist == null ? eps : initEstimSqDist;
    return new State(params, NdArray.scalar(dtype, 0), distance.array().astype(dtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("dowg", params);
    var moved = Norms.squared(Leaves.map(state.initParams, weights, Array::sub));
    var distance = Numpy.maximum(state.estimSqDist, moved);
    var squares = distance.mul(Norms.squared(updates)).add(state.weightedSqNormGrads);
    var rate = distance.div(eps.plus(squares.sqrt()));
    return new Updated<>(
        Leaves.map(updates, rate::mul), new State(state.initParams, squares, distance));
  }
}
