package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Division of updates by their global norm.
 *
 * <pre>
 *   u = g scaleFactor / (|g| + eps)
 * </pre>
 *
 * @param scaleFactor norm of the result, above 0
 * @param eps keeps the divisor above 0
 */
@Withers
public record NormalizeByUpdateNorm(Scalar scaleFactor, Scalar eps)
    implements Stateless, NormalizeByUpdateNormWith {

  public NormalizeByUpdateNorm {
    Hyperparameters.requireFactor("normalize_by_update_norm", "scale_factor", scaleFactor);
    Hyperparameters.requireNotNegative("normalize_by_update_norm", "eps", eps, "1e-6 is usual.");
  }

  /** A norm of 1 and an eps of 1e-6. */
  public NormalizeByUpdateNorm() {
    this(Scalar.of(1), Scalar.of(1e-6));
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var norm = eps.plus(Norms.global(updates));
    var divisor = norm.div(scaleFactor.like(norm));
    return Leaves.map(updates, g -> g.div(divisor));
  }
}
