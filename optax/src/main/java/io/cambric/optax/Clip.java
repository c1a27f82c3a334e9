package io.cambric.optax;

import io.cambric.lax.Lax;
import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Clipping of each element of updates to {@code [-maxDelta, maxDelta]}.
 *
 * @param maxDelta the largest absolute value that passes, not negative
 */
public record Clip(double maxDelta) implements Stateless {

  public Clip {
    Hyperparameters.requireNotNegative(
        "clip", "max_delta", maxDelta, "It is the largest absolute value that passes.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(
        updates,
        update ->
            Lax.min(
                Lax.max(update, Lax.fullLike(update, -maxDelta)), Lax.fullLike(update, maxDelta)));
  }
}
