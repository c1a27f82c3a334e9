package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.op.ShapeOps;
import java.util.Locale;

/** Convolutions and windows. */
public final class WindowOps {

  private WindowOps() {}

  /**
   * {@return the convolution of an image with a kernel, which is not flipped}
   *
   * @param windowStrides steps of the kernel, one per spatial axis, as in all lists here
   * @param padding padding around the dilated image; named paddings use the sizes of the image
   *     without dilation
   * @param lhsDilation distance of the elements of the image, 1 for none
   * @param rhsDilation distance of the elements of the kernel, 1 for none
   * @param featureGroupCount groups that split the features of the image and the output features
   * @param batchGroupCount groups that split the batch and the output features
   */
  public static Array convGeneralDilated(
      Array lhs,
      Array rhs,
      Axes windowStrides,
      Padding padding,
      Axes lhsDilation,
      Axes rhsDilation,
      ConvDims dims,
      int featureGroupCount,
      int batchGroupCount) {
    ConvShapes.requireSteps(dims, lhs.aval(), rhs.aval(), windowStrides, lhsDilation, rhsDilation);
    var sizes =
        padding.resolve(
            ConvGeneralDilated.spatialSizes(lhs.aval(), dims.lhsSpec()),
            dilatedKernel(rhs, rhsDilation, dims),
            windowStrides);
    var conv =
        new ConvGeneralDilated(
            windowStrides,
            sizes,
            lhsDilation,
            rhsDilation,
            dims,
            featureGroupCount,
            batchGroupCount);
    return Trace.bind(conv, lhs, rhs);
  }

  private static Axes dilatedKernel(Array rhs, Axes rhsDilation, ConvDims dims) {
    return Dilation.of(ConvGeneralDilated.spatialSizes(rhs.aval(), dims.rhsSpec()), rhsDilation);
  }

  /** {@return the convolution without dilation and groups} */
  public static Array conv(
      Array lhs, Array rhs, Axes windowStrides, Padding padding, ConvDims dims) {
    var none = Axes.filled(dims.spatialRank(), 1);
    return convGeneralDilated(lhs, rhs, windowStrides, padding, none, none, dims, 1, 1);
  }

  /**
   * {@return the transposed convolution, which enlarges an image by its strides} It is the gradient
   * of a convolution, except that the kernel is not flipped.
   *
   * @param transposeKernel whether the kernel is flipped and its features swapped; the result is
   *     then the gradient of a convolution with it
   */
  public static Array convTranspose(
      Array lhs,
      Array rhs,
      Axes strides,
      Padding padding,
      Axes rhsDilation,
      ConvDims dims,
      boolean transposeKernel) {
    var none = Axes.filled(dims.spatialRank(), 1);
    ConvShapes.requireSteps(dims, lhs.aval(), rhs.aval(), none, strides, rhsDilation);
    var sizes = padding.resolveTransposed(dilatedKernel(rhs, rhsDilation, dims), strides);
    var kernel = rhs;
    if (transposeKernel) {
      int[] swap = Axes.range(0, rhs.rank()).toArray();
      swap[dims.rhsSpec().get(0)] = dims.rhsSpec().get(1);
      swap[dims.rhsSpec().get(1)] = dims.rhsSpec().get(0);
      kernel =
          ShapeOps.transpose(ShapeOps.rev(rhs, ConvDims.spatial(dims.rhsSpec())), Axes.of(swap));
    }
    return convGeneralDilated(lhs, kernel, none, sizes, strides, rhsDilation, dims, 1, 1);
  }

  /**
   * {@return the sums over a window at each of its positions}
   *
   * @param windowDimensions sizes of the window, one per axis, as in all lists here
   * @param baseDilation distance of the elements of x, 1 for none
   * @param windowDilation distance of the elements of the window, 1 for none
   */
  public static Array reduceWindowSum(
      Array x,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    return reduceWindow(
        ReduceOp.SUM, x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
  }

  /**
   * {@return the largest elements of a window at each of its positions; see {@link
   * #reduceWindowSum}}
   */
  public static Array reduceWindowMax(
      Array x,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    return reduceWindow(
        ReduceOp.MAX, x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
  }

  /**
   * {@return the smallest elements of a window at each of its positions; see {@link
   * #reduceWindowSum}}
   */
  public static Array reduceWindowMin(
      Array x,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    return reduceWindow(
        ReduceOp.MIN, x, windowDimensions, windowStrides, padding, baseDilation, windowDilation);
  }

  private static Array reduceWindow(
      ReduceOp op,
      Array x,
      Axes dimensions,
      Axes strides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    var name = "reduce_window_" + op.name().toLowerCase(Locale.ROOT);
    var window =
        Window.of(name, x.aval(), dimensions, strides, padding, baseDilation, windowDilation);
    return Trace.bind(new ReduceWindow(op, window), x);
  }
}
