package io.cambric.nn.optim;

import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Scalar;

/** Weight decay. A decay of the number 0 adds nothing to the program. */
final class WeightDecay {

  private WeightDecay() {}

  /** {@return direction + decay * param} */
  static Array added(Array direction, Scalar decay, Array param) {
    return decay.is(0) ? direction : direction.add(decay.times(param));
  }

  /** {@return next - rate * decay * param} */
  static Array subtracted(Array next, Scalar rate, Scalar decay, Array param) {
    return decay.is(0) ? next : next.sub(rate.times(decay).times(param));
  }
}
