package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Mask;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/** Weight decay of optimisers with updates that already contain the negative sign. */
final class Decay {

  private Decay() {}

  /** {@return -weightDecay rate p - step, with decay only for the leaves of a mask} */
  static <P> P subtracted(
      P params, Object steps, Scalar weightDecay, Array rate, @Nullable Mask mask) {
    var descent = like(params, Leaves.map(steps, Array::neg));
    var factor = Scalar.of(weightDecay.negated().times(rate));
    var decay = Masked.where(mask, new AddDecayedWeights(factor));
    return decay.update(descent, decay.init(params), params).updates();
  }

  @SuppressWarnings("unchecked") // the steps are a tree like the parameters
  private static <P> P like(P params, Object tree) {
    return (P) tree;
  }
}
