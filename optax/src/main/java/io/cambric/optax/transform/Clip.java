package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Clipping of each element of updates to {@code [-maxDelta, maxDelta]}.
 *
 * @param maxDelta the largest absolute value that passes, not negative
 */
@Withers
public record Clip(Scalar maxDelta) implements Stateless, ClipWith {

  public Clip {
    Hyperparameters.requireNotNegative(
        "clip", "max_delta", maxDelta, "It is the largest absolute value after clipping.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(
        updates,
        update -> Lax.clamp(maxDelta.negated().like(update), update, maxDelta.like(update)));
  }
}
