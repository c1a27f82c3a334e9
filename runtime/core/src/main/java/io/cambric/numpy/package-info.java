/**
 * The functions of {@code jax.numpy}, {@code jax.nn} and {@code jax.scipy} on arrays, with their
 * promotion of dtypes and their broadcasting.
 *
 * <p>{@code Numpy}, {@code Linalg}, {@code Activations}, {@code Special} and {@code ScipyLinalg}
 * are generated: each shows the functions of the chapters that its table of contents lists.
 * Chapters that need linear algebra or special functions are here, as are {@code Image} and {@code
 * Segments}.
 */
@NullMarked
package io.cambric.numpy;

import org.jspecify.annotations.NullMarked;
