package io.cambric.optax.transform;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/** Freezing of parameters: replaces updates by zeros of their shapes and dtypes. */
public record SetToZero() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(updates, Leaves::zeros);
  }
}
