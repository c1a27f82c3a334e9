package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/** Replaces updates by zeros of their shapes and dtypes, which freezes parameters. */
public record SetToZero() implements Stateless {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(updates, Leaves::zeros);
  }
}
