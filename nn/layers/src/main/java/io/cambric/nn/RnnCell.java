package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.transform.result.Carry;

/**
 * A recurrent cell: one step of a recurrent network, run by {@link Rnn} over a sequence. Modules
 * implement it by {@code @Module(as = RnnCell.class)}.
 *
 * @param <C> the carry from one step to the next: an array or a pytree of arrays
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.RNNCellBase">flax.linen.RNNCellBase</a>
 */
public interface RnnCell<C> {

  /**
   * Takes one step.
   *
   * @param carry of the step before
   * @param inputs {@code [batch..., features...]}
   * @return the next carry, and the output of this step
   */
  Carry<C, Array> call(C carry, Array inputs);

  /**
   * {@return the carry before the first step}
   *
   * @param key for an initializer that draws
   * @param inputShape of the inputs of one step, {@code [batch..., features...]}
   */
  C initializeCarry(Key key, Shape inputShape);

  /** {@return the number of last axes of inputs that are features; the others are batch axes} */
  int numFeatureAxes();
}
