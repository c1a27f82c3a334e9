package io.cambric.optax.base;

import org.jspecify.annotations.Nullable;

/** The identity: updates pass unchanged. */
public record Identity() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return updates;
  }
}
