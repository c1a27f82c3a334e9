package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * The trust ratio of LARS and LAMB: scales updates of each array to the norm of its parameters.
 *
 * <pre>
 *   u = g trustCoefficient max(|p|, minNorm) / (max(|g|, minNorm) + eps)
 * </pre>
 *
 * <p>Norms are Euclidean, over all elements of one leaf. The factor is 1 if one of them is 0;
 * otherwise parameters of 0 would never move.
 *
 * @param minNorm lower bound of both norms, not negative
 * @param trustCoefficient factor of the ratio
 * @param eps added to the norm of the updates
 * @see <a href="https://arxiv.org/abs/1708.03888">You et al., 2017</a>
 * @see <a href="https://arxiv.org/abs/1904.00962">You et al., 2020</a>
 */
@Withers
public record ScaleByTrustRatio(Scalar minNorm, Scalar trustCoefficient, Scalar eps)
    implements Stateless, NeedsWholeArrays<EmptyState>, ScaleByTrustRatioWith {

  public ScaleByTrustRatio {
    require("scale_by_trust_ratio", minNorm, trustCoefficient, eps);
  }

  /** The ratio of both norms, without a bound. */
  public ScaleByTrustRatio() {
    this(Scalar.of(0), Scalar.of(1), Scalar.of(0));
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar minNorm, Scalar trustCoefficient, Scalar eps) {
    Hyperparameters.requireNotNegative(where, "min_norm", minNorm, "0 is usual.");
    Hyperparameters.requireFinite(where, "trust_coefficient", trustCoefficient);
    Hyperparameters.requireNotNegative(where, "eps", eps, "0 is usual.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_trust_ratio", params);
    return Leaves.map(updates, weights, (g, p) -> g.mul(ratio(g, p)));
  }

  private Array ratio(Array update, Array param) {
    var paramNorm = Norms.safe(param, minNorm);
    var updateNorm = Norms.safe(update, minNorm);
    var ratio = trustCoefficient.times(paramNorm).div(eps.plus(updateNorm));
    var zero = Numpy.logicalOr(paramNorm.eq(0), updateNorm.eq(0));
    return Numpy.where(zero, NdArray.scalar(param.dtype(), 1), ratio);
  }
}
