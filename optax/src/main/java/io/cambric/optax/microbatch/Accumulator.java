package io.cambric.optax.microbatch;

import io.cambric.core.Array;
import io.cambric.tree.Opaque;

/**
 * The combination of the results of microbatches, for each array of the results.
 *
 * <pre>
 *   state = init(zeros)
 *   for i in 0 .. microbatches - 1: state = update(state, x_i, i)
 *   return result(state)
 * </pre>
 *
 * <p>{@link AccumulationType} lists the usual combinations.
 *
 * @param <S> the state, a pytree of arrays that keeps its shapes and dtypes
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/microbatching.html">optax.microbatching.Accumulator</a>
 */
public interface Accumulator<S> extends Opaque {

  /**
   * {@return the state before the first microbatch}
   *
   * @param zeros in the shape and dtype of the result of one microbatch
   */
  S init(Array zeros);

  /**
   * {@return the state after a microbatch}
   *
   * @param index of the microbatch, {@code i32[]}
   */
  S update(S state, Array value, Array index);

  /** {@return the combination} */
  Array result(S state);

  /**
   * {@return the combination of the results for the examples of one microbatch}
   *
   * <p>{@link Microbatching#microVmap} calls it, before {@link #update}.
   *
   * @param values with one result along axis 0 for each example
   */
  Array aggregate(Array values);
}
