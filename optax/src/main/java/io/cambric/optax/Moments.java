package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.function.UnaryOperator;

/**
 * Exponential moving averages of gradients and of their squares, over trees.
 *
 * <p>{@code 1 - decay} is computed in double and then rounded, {@code 1 - decay^t} in f32, as in
 * Optax. Adam's first step is therefore slightly below the learning rate.
 */
final class Moments {

  private Moments() {}

  /** {@return decay * moments + (1 - decay) * updates} */
  static <P> P first(P updates, Object moments, double decay) {
    return average(updates, moments, decay, UnaryOperator.identity());
  }

  /** {@return decay * moments + (1 - decay) * updates^2} */
  static <P> P second(P updates, Object moments, double decay) {
    return average(updates, moments, decay, Array::square);
  }

  private static <P> P average(
      P updates, Object moments, double decay, UnaryOperator<Array> power) {
    return Leaves.map(
        updates,
        moments,
        (update, moment) -> power.apply(update).mul(1 - decay).add(moment.mul(decay)));
  }

  /**
   * {@return moments / (1 - decay^count)}, which undoes the pull of the zeros at the start
   *
   * @param count averaged gradients so far, at least 1
   */
  static <P> P unbiased(P moments, double decay, Array count) {
    var remaining = NdArray.weakScalar(1.0).sub(NdArray.weakScalar(decay).pow(count));
    return Leaves.map(moments, moment -> moment.div(remaining.astype(moment.dtype())));
  }
}
