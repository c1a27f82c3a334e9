package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.optax.base.Extras;

/**
 * The condition of {@link ConditionallyTransform} and {@link ConditionallyMask}.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.ConditionFn</a>
 */
@FunctionalInterface
public interface Condition {

  /**
   * {@return whether to transform the updates of a step; a bool scalar}
   *
   * @param step number of previous steps, {@code i32[]}
   * @param extras the extra arguments of the update
   */
  Array holds(Array step, Extras<?> extras);
}
