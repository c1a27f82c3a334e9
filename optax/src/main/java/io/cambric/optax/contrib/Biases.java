package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.hyperparameter.Scalar;

/** The fraction of moving averages that does not come from their initial zeros. */
final class Biases {

  private Biases() {}

  /** {@return 1 - decay^count, a weakly typed scalar} */
  static Array remaining(Scalar decay, Array count) {
    return NdArray.weakScalar(1.0).sub(decay.array().pow(count));
  }

  /** {@return sqrt(1 - b2^count) / (1 - b1^count), the correction of Adam's step} */
  static Array ofAdam(Scalar b1, Scalar b2, Array count) {
    return remaining(b2, count).sqrt().div(remaining(b1, count));
  }
}
