package io.cambric.optax;

import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Scaling: multiplies updates by a number.
 *
 * @param stepSize the factor; negative to descend
 */
public record Scale(double stepSize) implements Stateless {

  public Scale {
    Hyperparameters.requireFinite("scale", "step size", stepSize);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(updates, update -> update.mul(stepSize));
  }
}
