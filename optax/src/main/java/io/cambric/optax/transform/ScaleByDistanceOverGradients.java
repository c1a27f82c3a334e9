package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Distance over gradients for each array: a step size that needs no tuning.
 *
 * <pre>
 *   d' = max(d, |p - p0|)              d at first: repsRel (1 + |p0|)
 *   s' = s + |g|^2
 *   u  = globalScale d' / sqrt(s' + eps) g
 * </pre>
 *
 * <p>As in Optax, the sums of squares have shape {@code [1]}, and so does the update of a scalar.
 *
 * @param repsRel the initial distance, as a share of the norm of the parameters
 * @param eps added inside the square root
 * @param paramDtype dtype in which the first parameters are kept
 * @param globalScale factor of all step sizes
 * @see <a href="https://arxiv.org/abs/2302.12022">Ivgi et al., 2023</a>
 */
@Withers
public record ScaleByDistanceOverGradients(
    Scalar repsRel, Scalar eps, DType paramDtype, Scalar globalScale)
    implements NeedsWholeArrays<ScaleByDistanceOverGradients.State>,
        ScaleByDistanceOverGradientsWith {

  private static final String NAME = "scale_by_distance_over_gradients";

  /**
   * The state.
   *
   * @param maxDist the largest distance of each array from its first value, a tree of scalars
   * @param gradSumOfSquares of each array, a tree of {@code [1]}
   * @param initParams the first parameters
   */
  @PyTree
  public record State(Object maxDist, Object gradSumOfSquares, Object initParams)
      implements OptState {}

  public ScaleByDistanceOverGradients {
    Hyperparameters.requirePositive(NAME, "reps_rel", repsRel, "1e-6 is usual.");
    Hyperparameters.requireNotNegative(NAME, "eps", eps, "1e-8 is usual.");
    Hyperparameters.requireFinite(NAME, "global_scale", globalScale);
  }

  /** The defaults of Optax: a share of 1e-6, an eps of 1e-8 and a factor of 1. */
  public ScaleByDistanceOverGradients() {
    this(Scalar.of(1e-6), Scalar.of(1e-8), DType.F32, Scalar.of(1));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Leaves.map(params, p -> repsRel.times(norm(p).add(1))),
        Leaves.map(params, _ -> Numpy.zeros(1)),
        Leaves.cast(params, paramDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams(NAME, params);
    var distances =
        Leaves.map(
            Leaves.map(weights, state.initParams, (p, first) -> norm(p.sub(first))),
            state.maxDist,
            (distance, largest) -> Numpy.maximum(largest, distance));
    var squares =
        Leaves.map(updates, state.gradSumOfSquares, (g, sum) -> sum.add(g.square().sum()));
    var sizes =
        Leaves.map(squares, distances, (s, d) -> globalScale.times(d.div(eps.plus(s).sqrt())));
    return new Updated<>(
        Leaves.map(updates, sizes, (g, size) -> size.mul(g)),
        new State(distances, squares, state.initParams));
  }

  private static Array norm(Array x) {
    return x.square().sum().sqrt();
  }
}
