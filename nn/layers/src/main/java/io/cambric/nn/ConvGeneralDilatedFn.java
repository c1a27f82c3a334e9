package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;

/**
 * A convolution that a layer computes instead of {@code Lax.convGeneralDilated}, such as one of
 * quantised operands. It runs inside of the layer, so it may use modules and parameters of its own.
 *
 * {@snippet :
 * Conv.of(64, 3, 3)
 *     .withConvGeneralDilated(
 *         (x, w, strides, padding, xDilation, wDilation, dims, groups) ->
 *             Lax.convGeneralDilated(
 *                 rounded(x), rounded(w), strides, padding, xDilation, wDilation, dims, groups, 1));
 * }
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_dilated.html">lax.conv_general_dilated</a>
 */
@FunctionalInterface
public interface ConvGeneralDilatedFn {

  /**
   * {@return the convolution}
   *
   * @param lhs the images, in the dtype that the layer computes in
   * @param rhs the kernel, in the same dtype
   * @param windowStrides steps between windows, one for each spatial axis
   * @param padding of the images; circular, reflected or causal padding is already applied
   * @param lhsDilation spacing of the elements of the images
   * @param rhsDilation spacing of the elements of the kernel
   * @param dims the axes of batch, channels and space
   * @param featureGroupCount groups into which channels are split
   */
  Array apply(
      Array lhs,
      Array rhs,
      Axes windowStrides,
      Padding padding,
      Axes lhsDilation,
      Axes rhsDilation,
      ConvDims dims,
      int featureGroupCount);
}
