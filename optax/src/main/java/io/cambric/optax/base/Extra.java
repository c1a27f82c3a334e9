package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.numpy.Key;

/**
 * The name and the type of an extra argument of an update.
 *
 * <p>The constants belong to Optax's transformations. Custom transformations may define further
 * extras. Two extras with the same name and type are equal.
 *
 * {@snippet :
 * static final Extra<Array> TEMPERATURE = new Extra<>("temperature", Array.class);
 * }
 *
 * @param name for messages, in camel case
 * @param type of the argument
 * @param <T> the type of the argument
 */
public record Extra<T>(String name, Class<T> type) {

  /** The value of the loss at the parameters, a scalar. */
  public static final Extra<Array> VALUE = new Extra<>("value", Array.class);

  /** The number of examples in the gradients. */
  public static final Extra<Integer> BATCH_SIZE = new Extra<>("batchSize", Integer.class);

  /** A key for random numbers. */
  public static final Extra<Key> KEY = new Extra<>("key", Key.class);
}
