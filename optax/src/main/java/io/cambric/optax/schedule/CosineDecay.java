package io.cambric.optax.schedule;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.optax.hyperparameter.Hyperparameters;

/**
 * Cosine decay: half a cosine from a value down to a share of it.
 *
 * <pre>
 *   k = min(count, steps)
 *   init ((1 - alpha) (0.5 (1 + cos(pi k / steps)))^exponent + alpha)
 * </pre>
 */
record CosineDecay(double init, int steps, double alpha, double exponent) implements Schedule {

  CosineDecay {
    Hyperparameters.requireFinite("cosine decay", "init value", init);
    Hyperparameters.requireFinite("cosine decay", "alpha", alpha);
    Hyperparameters.requireFinite("cosine decay", "exponent", exponent);
    if (steps < 1) {
      throw new HyperparameterException(
          "cosine decay needs decay steps above 0, but got %d. They include the steps of the warm-up."
              .formatted(steps));
    }
  }

  @Override
  public Array value(Array count) {
    var position = count.astype(DType.F32);
    var done = Lax.min(position, Lax.fullLike(position, steps));
    var cosine = done.mul(Math.PI).div(steps).cos().add(1).mul(0.5);
    return cosine.pow(exponent).mul(1 - alpha).add(alpha).mul(init);
  }
}
