package io.cambric.optax.contrib;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/**
 * Normalization: divides updates by their global norm.
 *
 * <pre>
 *   u = g / |g|
 * </pre>
 *
 * <p>Updates that are all 0 become NaN, as in Optax.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/contrib.html">optax.contrib.normalize</a>
 */
public record Normalize() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var norm = Norms.global(updates);
    return Leaves.map(updates, update -> update.div(norm));
  }
}
