package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Clipping by the global norm, the norm of all updates together.
 *
 * <pre>
 *   u = g                    if |g| &lt; maxNorm
 *   u = (g / |g|) maxNorm    else
 * </pre>
 *
 * @param maxNorm the limit of the Euclidean norm over all leaves, above 0
 * @see <a href="https://arxiv.org/abs/1211.5063">Pascanu et al., 2012</a>
 */
@Withers
public record ClipByGlobalNorm(Scalar maxNorm) implements Stateless, ClipByGlobalNormWith {

  public ClipByGlobalNorm {
    Hyperparameters.requirePositive(
        "clip_by_global_norm",
        "max_norm",
        maxNorm,
        "It is the largest norm after clipping; 1 is usual.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var norm = Norms.global(updates);
    var passes = norm.lt(maxNorm.like(norm));
    return Leaves.map(
        updates,
        update ->
            Lax.select(passes, update, maxNorm.times(update.div(norm.astype(update.dtype())))));
  }
}
