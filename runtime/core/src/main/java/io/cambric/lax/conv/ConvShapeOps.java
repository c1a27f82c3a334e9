package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import java.util.List;

/** Axes, paddings and shapes of convolutions and windows, without arrays. */
public final class ConvShapeOps {

  private ConvShapeOps() {}

  /**
   * {@return the axes that letters name, checked against the shapes of the operands}
   *
   * @param lhsSpec such as {@code NHWC}
   * @param rhsSpec such as {@code HWIO}
   * @param outSpec such as {@code NHWC}
   * @throws ShapeException if the letters do not match each other or the shapes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_dimension_numbers.html">lax.conv_dimension_numbers</a>
   */
  public static ConvDims convDimensionNumbers(
      Shape lhs, Shape rhs, String lhsSpec, String rhsSpec, String outSpec) {
    int rank = rank(lhs, rhs);
    if (lhsSpec.length() != rank || rhsSpec.length() != rank || outSpec.length() != rank) {
      throw new ShapeException(
          "conv_dimension_numbers needs a letter for each axis of %s and %s, but got \"%s\", \"%s\" and \"%s\"."
              .formatted(lhs, rhs, lhsSpec, rhsSpec, outSpec));
    }
    return ConvDims.of(lhsSpec, rhsSpec, outSpec);
  }

  /** {@return the axes in XLA's order: batch or output, feature or input, then the spatial axes} */
  public static ConvDims convDimensionNumbers(Shape lhs, Shape rhs) {
    var order = Axes.range(0, rank(lhs, rhs));
    return new ConvDims(order, order, order);
  }

  private static int rank(Shape lhs, Shape rhs) {
    if (lhs.rank() != rhs.rank()) {
      throw new ShapeException(
          "conv_dimension_numbers needs operands of equal rank, but got %s and %s."
              .formatted(lhs, rhs));
    }
    return lhs.rank();
  }

  /**
   * {@return the permutations that bring the axes of image, kernel and result into XLA's order}
   *
   * @throws ShapeException if the letters do not match
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_permutations.html">lax.conv_general_permutations</a>
   */
  public static List<Axes> convGeneralPermutations(String lhsSpec, String rhsSpec, String outSpec) {
    var dims = ConvDims.of(lhsSpec, rhsSpec, outSpec);
    return List.of(dims.lhsSpec(), dims.rhsSpec(), dims.outSpec());
  }

  /**
   * {@return the shape of a convolution with axes in XLA's order}
   *
   * @param lhs {@code [batch, feature, spatial...]}
   * @param rhs {@code [output, input, spatial...]}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_shape_tuple.html">lax.conv_shape_tuple</a>
   */
  public static Shape convShapeTuple(Shape lhs, Shape rhs, Axes windowStrides, Padding padding) {
    return convGeneralShapeTuple(lhs, rhs, windowStrides, padding, convDimensionNumbers(lhs, rhs));
  }

  /**
   * {@return the shape of a convolution}
   *
   * @param windowStrides steps of the kernel, one per spatial axis
   * @throws ShapeException if the numbers of axes, strides or paddings do not match, or a negative
   *     padding is larger than an axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_shape_tuple.html">lax.conv_general_shape_tuple</a>
   */
  public static Shape convGeneralShapeTuple(
      Shape lhs, Shape rhs, Axes windowStrides, Padding padding, ConvDims dims) {
    requireRanks("conv_general_shape_tuple", lhs, rhs, windowStrides, dims);
    var sizes = spatial(lhs, dims.lhsSpec());
    var window = spatial(rhs, dims.rhsSpec());
    var pads = padding.resolve(sizes, window, windowStrides);
    return result(
        lhs, rhs, windows("conv_general_shape_tuple", sizes, window, windowStrides, pads), dims);
  }

  /**
   * {@return the shape of a transposed convolution}
   *
   * @param strides of the convolution that is transposed, one per spatial axis
   * @throws ShapeException if the numbers of axes, strides or paddings do not match
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_transpose_shape_tuple.html">lax.conv_transpose_shape_tuple</a>
   */
  public static Shape convTransposeShapeTuple(
      Shape lhs, Shape rhs, Axes strides, Padding padding, ConvDims dims) {
    requireRanks("conv_transpose_shape_tuple", lhs, rhs, strides, dims);
    var sizes = spatial(lhs, dims.lhsSpec());
    var window = spatial(rhs, dims.rhsSpec());
    var pads = padding.resolveTransposed(window, strides);
    var one = Axes.filled(sizes.size(), 1);
    var dilated = Dilation.of(sizes, strides);
    return result(
        lhs, rhs, windows("conv_transpose_shape_tuple", dilated, window, one, pads), dims);
  }

  /** {@return the shape of sums over a window} */
  public static Shape reduceWindowShapeTuple(
      Shape operand, Axes windowDimensions, Axes windowStrides, Padding padding) {
    var none = Axes.filled(operand.rank(), 1);
    return reduceWindowShapeTuple(operand, windowDimensions, windowStrides, padding, none, none);
  }

  /**
   * {@return the shape of sums over a window}
   *
   * @param windowDimensions sizes of the window, one per axis, as in all lists here
   * @param baseDilation distance of the elements of the operand, 1 for none
   * @param windowDilation distance of the elements of the window, 1 for none
   * @throws ShapeException if a list does not have one number per axis, or a number is too small
   */
  public static Shape reduceWindowShapeTuple(
      Shape operand,
      Axes windowDimensions,
      Axes windowStrides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    var name = "reduce_window_shape_tuple";
    requirePositive(name, operand.rank(), windowDimensions, windowStrides);
    requirePositive(name, operand.rank(), baseDilation, windowDilation);
    var sizes = Dilation.of(Axes.of(operand.toArray()), baseDilation);
    var window = Dilation.of(windowDimensions, windowDilation);
    var pads = padding.resolve(sizes, window, windowStrides);
    return Shape.of(windows(name, sizes, window, windowStrides, pads));
  }

  /**
   * {@return the sizes of a padding before and behind each axis}
   *
   * @param sizes of the operand along the padded axes
   * @param window sizes of the window along these axes, dilated
   * @param strides steps of the window
   * @throws ShapeException if the lists differ in length, or a stride is below 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.padtype_to_pads.html">lax.padtype_to_pads</a>
   */
  public static Padding.Explicit padtypeToPads(
      Axes sizes, Axes window, Axes strides, Padding padding) {
    requirePositive("padtype_to_pads", sizes.size(), window, strides);
    return padding.resolve(sizes, window, strides);
  }

  private static void requireRanks(String name, Shape lhs, Shape rhs, Axes strides, ConvDims dims) {
    int rank = dims.lhsSpec().size();
    if (lhs.rank() != rank || rhs.rank() != rank) {
      throw new ShapeException(
          "%s needs shapes of %d axes for these dimension numbers, but got %s and %s."
              .formatted(name, rank, lhs, rhs));
    }
    requirePositive(name, rank - 2, strides, strides);
  }

  private static void requirePositive(String name, int count, Axes window, Axes strides) {
    if (!Dilation.positive(window, count) || !Dilation.positive(strides, count)) {
      throw new ShapeException(
          "%s needs lists of %d numbers, each 1 or more, but got %s and %s."
              .formatted(name, count, window, strides));
    }
  }

  private static Axes spatial(Shape shape, Axes spec) {
    return Axes.of(shape.select(ConvDims.spatial(spec)).toArray());
  }

  /** {@return the number of positions of a window along each axis} */
  private static int[] windows(
      String name, Axes sizes, Axes window, Axes strides, Padding.Explicit pads) {
    int[] places = new int[sizes.size()];
    boolean fits = pads.low().size() == places.length && pads.high().size() == places.length;
    for (int axis = 0; fits && axis < places.length; axis++) {
      long padded = (long) sizes.get(axis) + pads.low().get(axis) + pads.high().get(axis);
      fits = padded >= 0;
      places[axis] = Dilation.steps(Sizes.axis(name, padded), window.get(axis), strides.get(axis));
    }
    if (!fits) {
      throw new ShapeException(
          "%s needs two padding sizes for each of %d axes that keep every axis size non-negative, but got %s for sizes %s."
              .formatted(name, places.length, pads, sizes));
    }
    return places;
  }

  private static Shape result(Shape lhs, Shape rhs, int[] places, ConvDims dims) {
    int[] out = new int[lhs.rank()];
    out[dims.outSpec().get(0)] = lhs.dim(dims.lhsSpec().get(0));
    out[dims.outSpec().get(1)] = rhs.dim(dims.rhsSpec().get(0));
    for (int axis = 0; axis < places.length; axis++) {
      out[dims.outSpec().get(axis + 2)] = places[axis];
    }
    return Shape.of(out);
  }
}
