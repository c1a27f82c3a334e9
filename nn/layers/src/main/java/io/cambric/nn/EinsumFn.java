package io.cambric.nn;

import io.cambric.core.Array;

/**
 * A product by an equation that attention computes instead of {@code Numpy.einsum}, such as one of
 * quantised operands.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum.html">jax.numpy.einsum</a>
 */
@FunctionalInterface
public interface EinsumFn {

  /**
   * {@return the product}
   *
   * @param equation such as {@code "...qhd,...khd->...hqk"}
   */
  Array apply(String equation, Array lhs, Array rhs);
}
