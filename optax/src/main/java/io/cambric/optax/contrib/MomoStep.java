package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * The step size that {@link Momo} and {@link MomoAdam} share.
 *
 * @param rate the largest step size
 * @param weightDecay share of the parameters
 * @param gap the average of losses minus the average of products of gradients and parameters
 * @param product of the averaged gradient and the parameters
 * @param squares the squared norm of the averaged gradient
 * @param bias fraction of the averages that no longer depends on their initial zeros
 */
record MomoStep(
    Scalar rate, Scalar weightDecay, Array gap, Array product, Array squares, Array bias) {

  /** The largest squared norm that counts as 0: the machine epsilon of f64, as in Optax. */
  private static final double TINY = Math.ulp(1.0);

  static Array average(Array old, Array value, Scalar decay) {
    return decay.times(old).add(decay.complement().times(value));
  }

  private Scalar growth() {
    return Scalar.of(1).plus(rate.times(weightDecay));
  }

  /** {@return the lower bound, reset if the step would be negative} */
  Array reset(Array bound, Scalar least) {
    var cap = growth().times(gap).add(product);
    var low = cap.lt(growth().times(bias).mul(bound));
    var half = cap.div(Scalar.of(2).times(growth()).times(bias));
    return Numpy.where(low, Numpy.maximum(half, least.like(half)), bound);
  }

  /** {@return the step size; 0 if the averaged gradient is 0} */
  Array size(Array bound) {
    var above = growth().times(gap.sub(bias.mul(bound))).add(product);
    var quotient = Numpy.maximum(above, 0).div(squares);
    var safe = Numpy.where(squares.le(TINY), Lax.fullLike(quotient, 0), quotient);
    return Numpy.minimum(rate.array().div(bias).astype(safe.dtype()), safe);
  }

  /** {@return -lr weightDecay / (1 + lr weightDecay) p} */
  Array decayed(Array p) {
    return rate.times(weightDecay).negated().over(growth()).times(p);
  }

  /** {@return the lower bound for the next step} */
  Array adapted(Array size, Scalar least) {
    var bound = product.add(gap).sub(size.mul(0.5).mul(squares)).div(bias);
    return Numpy.maximum(bound, least.like(bound)).astype(gap.dtype());
  }
}
