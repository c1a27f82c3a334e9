package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/** Passes updates on as they are. */
public record Identity() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return updates;
  }
}
