/**
 * The functions of {@code jax.numpy}, {@code jax.nn}, {@code jax.scipy} and {@code jax.random}.
 * Promotion of dtypes and broadcasting are the same, and so are random numbers for the same key.
 *
 * <p>{@code Numpy}, {@code Linalg}, {@code Activations}, {@code Special} and {@code ScipyLinalg}
 * are generated. Each has the functions of the chapters in its table of contents. Chapters that
 * need linear algebra or special functions are in this package, together with {@code Image} and
 * {@code Segments}.
 *
 * <h2>Keys</h2>
 *
 * <p>A {@link io.cambric.numpy.Key} is the whole state of a random generator. It is a value: split
 * it, and use each new key once. Inside a loop, fold the iteration into the key.
 *
 * {@snippet :
 * var keys = Key.of(42).split(2);
 * Array noise = Random.normal(keys.get(0), Shape.of(3));
 * Key ofStep = keys.get(1).foldIn(step);
 * }
 *
 * <h2>Samplers</h2>
 *
 * <p>{@link io.cambric.numpy.Random} has the samplers. Each is a pure function of one key, so
 * {@code vmap} maps it over an array of keys.
 *
 * {@snippet :
 * Array x = Random.uniform(key, Shape.of(32, 10), DType.F32, -1, 1);
 * Array mask = Random.bernoulli(key, 0.9, x.shape());
 * }
 *
 * <h2>Initializers</h2>
 *
 * <p>An {@link io.cambric.numpy.Initializer} makes the initial value of a parameter from a key, a
 * shape and a dtype.
 *
 * {@snippet :
 * Array kernel = Initializers.lecunNormal().init(key, Shape.of(784, 128));
 * }
 */
@CheckReturnValue
@NullMarked
package io.cambric.numpy;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
