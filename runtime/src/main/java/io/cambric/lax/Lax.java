package io.cambric.lax;

/**
 * The operations as functions, with the names and the strictness of {@code jax.lax}: operands have
 * one dtype and one shape, or are scalars. Promotion and broadcasting are in {@code Numpy}.
 *
 * <p>The functions are inherited from classes that are no part of the interface: elementwise ones,
 * shapes, indices, reductions, contractions, windows, factorisations and collectives.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.lax.html">jax.lax</a>
 */
public final class Lax extends GroupedCollectives {

  private Lax() {}
}
