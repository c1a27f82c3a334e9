package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ContractionOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.stream.IntStream;

/** The patches of an array: the elements in a window at each of its positions. */
public final class PatchOps {

  private PatchOps() {}

  /**
   * {@return the elements in a window at each of its positions}
   *
   * <p>Shapes: a first axis over the elements of the window in row-major order, then the positions.
   *
   * @param padding the value around and between the elements, a scalar
   * @param windowDimensions sizes of the window, one per axis, as in all lists here
   * @param baseDilation distance of the elements of x, 1 for none
   * @param windowDilation distance of the elements of the window, 1 for none
   */
  public static Array windows(
      Array x,
      Array padding,
      Axes windowDimensions,
      Axes windowStrides,
      Padding paddingSizes,
      Axes baseDilation,
      Axes windowDilation) {
    var window =
        Window.of(
            "windows",
            x.aval(),
            windowDimensions,
            windowStrides,
            paddingSizes,
            baseDilation,
            windowDilation);
    var places = window.result("windows", x.aval());
    int rank = x.rank();
    int[] between = IntStream.range(0, rank).map(i -> baseDilation.get(i) - 1).toArray();
    var padded =
        ShapeOps.pad(x, padding, window.padding().low(), window.padding().high(), Axes.of(between));
    var sizes = Shape.of(windowDimensions.toArray());
    int[] strides = sizes.strides();
    var parts = new ArrayList<Array>();
    for (int element = 0; element < sizes.size(); element++) {
      int[] starts = new int[rank];
      int[] limits = new int[rank];
      for (int axis = 0; axis < rank; axis++) {
        int offset = element / strides[axis] % sizes.dim(axis);
        int steps = Math.max(0, places.dim(axis) - 1) * windowStrides.get(axis);
        starts[axis] = places.dim(axis) == 0 ? 0 : offset * windowDilation.get(axis);
        limits[axis] = places.dim(axis) == 0 ? 0 : starts[axis] + steps + 1;
      }
      var part = ShapeOps.slice(padded, Axes.of(starts), Axes.of(limits), windowStrides);
      parts.add(ShapeOps.expandDims(part, Axes.of(0)));
    }
    return ShapeOps.concatenate(parts, 0);
  }

  /**
   * {@return the products over a window at each of its positions}
   *
   * @param windowDimensions sizes of the window, one per axis, as in all lists here
   * @param baseDilation distance of the elements of x, 1 for none
   * @param windowDilation distance of the elements of the window, 1 for none
   */
  public static Array reduceWindowProd(
      Array x,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    var elements =
        windows(
            x,
            ShapeOps.fullLike(x, 1),
            windowDimensions,
            windowStrides,
            padding,
            baseDilation,
            windowDilation);
    return ReductionOps.reduceProd(elements, Axes.of(0));
  }

  /**
   * {@return the elements in a window at each of its positions, as features of an image}
   *
   * <p>The features of the result are the elements of the window for each feature of the image in
   * order.
   *
   * @param filterShape sizes of the window along the spatial axes
   * @param windowStrides steps of the window, one per spatial axis, as in all lists here
   * @param lhsDilation distance of the elements of the image, 1 for none
   * @param rhsDilation distance of the elements of the window, 1 for none
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_dilated_patches.html">lax.conv_general_dilated_patches</a>
   */
  public static Array convGeneralDilatedPatches(
      Array lhs,
      Shape filterShape,
      Axes windowStrides,
      Padding padding,
      Axes lhsDilation,
      Axes rhsDilation,
      ConvDims dims) {
    int features = lhs.shape().dim(dims.lhsSpec().get(1));
    int elements = filterShape.size();
    var kernelShape = Shape.of(features * elements, 1).concat(filterShape);
    var wanted =
        BinaryOps.rem(
            ShapeOps.broadcastedIota(DType.I32, kernelShape, 0),
            ShapeOps.full(new ShapedArray(Shape.scalar(), DType.I32), elements));
    var own =
        ShapeOps.broadcastInDim(
            ShapeOps.reshape(ShapeOps.iota(DType.I32, elements), filterShape),
            kernelShape,
            Axes.range(2, kernelShape.rank()));
    var identity = UnaryOps.convertElementType(BinaryOps.eq(wanted, own), lhs.dtype());
    return WindowOps.convGeneralDilated(
        lhs,
        ShapeOps.transpose(identity, dims.rhsSpec().inverse()),
        windowStrides,
        padding,
        lhsDilation,
        rhsDilation,
        dims,
        features,
        1);
  }

  /**
   * {@return the convolution that has a separate kernel at each position of the window}
   *
   * @param rhs the kernels, with the spatial sizes of the result; input features as in {@link
   *     #convGeneralDilatedPatches}
   * @param filterShape sizes of the window along the spatial axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_dilated_local.html">lax.conv_general_dilated_local</a>
   */
  public static Array convGeneralDilatedLocal(
      Array lhs,
      Array rhs,
      Axes windowStrides,
      Padding padding,
      Shape filterShape,
      Axes lhsDilation,
      Axes rhsDilation,
      ConvDims dims) {
    var patches =
        convGeneralDilatedPatches(
            lhs, filterShape, windowStrides, padding, lhsDilation, rhsDilation, dims);
    var places = ConvDims.spatial(dims.outSpec());
    var dot =
        ContractionOps.dotGeneral(
            patches,
            rhs,
            new DotDims(
                Axes.of(dims.outSpec().get(1)),
                Axes.of(dims.rhsSpec().get(1)),
                places,
                ConvDims.spatial(dims.rhsSpec())));
    // The product has the spatial axes first, then batch and features.
    int spatial = dims.spatialRank();
    int[] order = new int[spatial + 2];
    order[dims.outSpec().get(0)] = spatial;
    order[dims.outSpec().get(1)] = spatial + 1;
    for (int i = 0; i < spatial; i++) {
      order[places.get(i)] = i;
    }
    return ShapeOps.transpose(dot, Axes.of(order));
  }
}
