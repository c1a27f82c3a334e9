package io.cambric.spark;

import java.io.Serializable;

/**
 * Makes the state before the first step, in each process and on the driver. It gives equal states
 * each time, for example with parameters from a fixed key. The axis of the trainer is bound, so it
 * may be a state of {@code Optax.sharded}.
 *
 * @param <S> the train state
 */
@FunctionalInterface
public interface StateSource<S> extends Serializable {

  /** {@return the state before the first step} */
  S state();
}
