package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.function.UnaryOperator;

/**
 * Exponential moving averages of gradients and of their squares, over trees.
 *
 * <p>{@code 1 - decay} is computed in double and then rounded, {@code 1 - decay^t} in f32, as in
 * Optax. Adam's first step is therefore slightly below the learning rate.
 */
public final class Moments {

  private Moments() {}

  /** {@return decay * moments + (1 - decay) * updates} */
  public static <P> P first(P updates, Object moments, Scalar decay) {
    return average(updates, moments, decay, UnaryOperator.identity());
  }

  /** {@return decay * moments + (1 - decay) * updates^2} */
  public static <P> P second(P updates, Object moments, Scalar decay) {
    return average(updates, moments, decay, Array::square);
  }

  private static <P> P average(
      P updates, Object moments, Scalar decay, UnaryOperator<Array> power) {
    return Leaves.map(
        updates,
        moments,
        (update, moment) -> decay.complement().times(power.apply(update)).add(decay.times(moment)));
  }

  /**
   * {@return moments / (1 - decay^count)}, which undoes the pull of the zeros at the start
   *
   * @param count averaged gradients so far, at least 1
   */
  public static <P> P unbiased(P moments, Scalar decay, Array count) {
    var remaining = NdArray.weakScalar(1.0).sub(decay.array().pow(count));
    return Leaves.map(moments, moment -> moment.div(remaining.astype(moment.dtype())));
  }
}
