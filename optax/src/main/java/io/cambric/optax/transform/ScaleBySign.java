package io.cambric.optax.transform;

import io.cambric.lax.Lax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/**
 * Replaces updates by their signs: -1, 0 or 1.
 *
 * @see <a href="https://arxiv.org/abs/1802.04434">Bernstein et al., 2018</a>
 */
public record ScaleBySign() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(updates, Lax::sign);
  }
}
