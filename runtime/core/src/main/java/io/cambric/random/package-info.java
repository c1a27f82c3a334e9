/**
 * Threefry keys, the samplers of {@code jax.random} and the initializers of {@code
 * jax.nn.initializers}, with the same numbers for the same key.
 *
 * <h2>Keys</h2>
 *
 * <p>A {@link io.cambric.random.Key} is the whole state of a random number. It is a value: split
 * it, and use each part once. Inside of a loop, fold the step into the key.
 *
 * {@snippet :
 * var keys = Key.of(42).split(2);
 * Array noise = Random.normal(keys.get(0), Shape.of(3));
 * Key ofStep = keys.get(1).foldIn(step);
 * }
 *
 * <h2>Samplers</h2>
 *
 * <p>{@link io.cambric.random.Random} has the samplers. Each is a pure function of one key, so
 * {@code vmap} maps it over an array of keys.
 *
 * {@snippet :
 * Array x = Random.uniform(key, Shape.of(32, 10), DType.F32, -1, 1);
 * Array mask = Random.bernoulli(key, 0.9, x.shape());
 * }
 *
 * <h2>Initializers</h2>
 *
 * <p>An {@link io.cambric.random.Initializer} makes the initial value of a parameter from a key, a
 * shape and a dtype.
 *
 * {@snippet :
 * Array kernel = Initializers.lecunNormal().init(key, Shape.of(784, 128));
 * }
 */
@NullMarked
package io.cambric.random;

import org.jspecify.annotations.NullMarked;
