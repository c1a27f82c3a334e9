package io.cambric.optax;

import io.cambric.lax.Lax;
import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Clipping by the global norm, that of all updates together.
 *
 * <pre>
 *   u = g                    if |g| &lt; maxNorm
 *   u = (g / |g|) maxNorm    else
 * </pre>
 *
 * @param maxNorm the limit of the Euclidean norm over all leaves, above 0
 * @see <a href="https://arxiv.org/abs/1211.5063">Pascanu et al., 2012</a>
 */
public record ClipByGlobalNorm(double maxNorm) implements Stateless {

  public ClipByGlobalNorm {
    Hyperparameters.requirePositive(
        "clip_by_global_norm",
        "max_norm",
        maxNorm,
        "It is the largest norm that passes; 1 is usual.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var norm = Optax.globalNorm(updates);
    var passes = norm.lt(maxNorm);
    return Leaves.map(
        updates,
        update -> Lax.select(passes, update, update.div(norm.astype(update.dtype())).mul(maxNorm)));
  }
}
