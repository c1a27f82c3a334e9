package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.function.UnaryOperator;

/**
 * Exponential moving averages of gradients and of their squares, over trees.
 *
 * <p>As in Optax, {@code 1 - decay} is computed in double and then rounded, but {@code 1 - decay^t}
 * in f32. The first step of Adam is therefore slightly below the learning rate.
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

  /**
   * {@return decay * moments + (1 - decay) * updates^order}
   *
   * @param order at least 1
   */
  public static <P> P ofOrder(P updates, Object moments, Scalar decay, int order) {
    return switch (order) {
      case 1 -> first(updates, moments, decay);
      case 2 -> second(updates, moments, decay);
      default -> average(updates, moments, decay, update -> update.pow(order));
    };
  }

  /**
   * {@return the larger of |updates| + eps and decay * moments}
   *
   * @param eps keeps the moment above 0
   */
  public static <P> P infinity(P updates, Object moments, Scalar decay, Scalar eps) {
    return Leaves.map(
        updates,
        moments,
        (update, moment) -> Numpy.maximum(eps.plus(update.abs()), decay.times(moment)));
  }

  private static <P> P average(
      P updates, Object moments, Scalar decay, UnaryOperator<Array> power) {
    return Leaves.map(
        updates,
        moments,
        (update, moment) -> decay.complement().times(power.apply(update)).add(decay.times(moment)));
  }

  /**
   * {@return moments / (1 - decay^count)}, which corrects the bias of the initial zeros
   *
   * @param count averaged gradients so far, at least 1
   */
  public static <P> P unbiased(P moments, Scalar decay, Array count) {
    var remaining = NdArray.weakScalar(1.0).sub(decay.array().pow(count));
    return Leaves.map(moments, moment -> moment.div(remaining.astype(moment.dtype())));
  }

  /**
   * {@return the first moment as it would be without bias if the next gradient were this one}
   *
   * <pre>
   *   decay moments / (1 - decay^(count+1)) + (1 - decay) updates / (1 - decay^count)
   * </pre>
   *
   * @param count averaged gradients so far, at least 1
   * @see <a href="https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ">Dozat, 2016</a>
   */
  public static <P> P lookAhead(P updates, P moments, Scalar decay, Array count) {
    return Leaves.map(
        unbiased(moments, decay, Counts.increment(count)),
        unbiased(updates, decay, count),
        (moment, update) -> decay.times(moment).add(decay.complement().times(update)));
  }
}
