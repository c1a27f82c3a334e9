package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.lax.dims.DotDims;

/**
 * A matrix product that a layer computes instead of {@code Lax.dotGeneral}, such as one of
 * quantised operands. It runs inside of the layer, so it may use modules and parameters of its own.
 *
 * {@snippet :
 * Dense.of(64).withDotGeneral((x, w, dims) -> Lax.dotGeneral(rounded(x), rounded(w), dims));
 * }
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.dot_general.html">lax.dot_general</a>
 */
@FunctionalInterface
public interface DotGeneralFn {

  /**
   * {@return the product}
   *
   * @param lhs the input, in the dtype that the layer computes in
   * @param rhs the kernel, in the same dtype
   * @param dims the contracted axes and the batch axes of both
   */
  Array apply(Array lhs, Array rhs, DotDims dims);
}
