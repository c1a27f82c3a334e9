package io.cambric.optax.transform;

import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Keeps parameters from becoming negative: an update to a negative value is replaced by an update
 * to 0.
 *
 * <pre>
 *   u = -p if p + g &lt; 0, else g
 * </pre>
 */
public record KeepParamsNonnegative() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("keep_params_nonnegative", params);
    return Leaves.map(updates, weights, (g, p) -> Numpy.where(p.add(g).lt(0), p.neg(), g));
  }
}
