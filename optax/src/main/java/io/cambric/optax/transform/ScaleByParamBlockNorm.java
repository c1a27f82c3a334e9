package io.cambric.optax.transform;

import io.cambric.build.Withers;
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
 * Scales updates of each array by the norm of its parameters.
 *
 * <pre>
 *   u = g max(norm(p), minScale)
 * </pre>
 *
 * @param minScale lower bound of the factor, not negative; without it, parameters of 0 would not
 *     move
 */
@Withers
public record ScaleByParamBlockNorm(Scalar minScale)
    implements Stateless, NeedsWholeArrays<EmptyState>, ScaleByParamBlockNormWith {

  public ScaleByParamBlockNorm {
    Hyperparameters.requireNotNegative(
        "scale_by_param_block_norm", "min_scale", minScale, "1e-3 is usual.");
  }

  /** The bound of Optax, 1e-3. */
  public ScaleByParamBlockNorm() {
    this(Scalar.of(1e-3));
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_param_block_norm", params);
    return Leaves.map(updates, weights, (g, p) -> g.mul(Norms.safe(p, minScale)));
  }
}
