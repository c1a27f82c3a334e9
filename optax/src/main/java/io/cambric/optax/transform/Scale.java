package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Scaling: multiplies updates by a number.
 *
 * @param stepSize the factor; negative to descend
 */
@Withers
public record Scale(Scalar stepSize) implements Stateless, ScaleWith {

  public Scale {
    Hyperparameters.requireFinite("scale", "step size", stepSize);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(updates, stepSize::times);
  }
}
