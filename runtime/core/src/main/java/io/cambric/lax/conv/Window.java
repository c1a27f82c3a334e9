package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.WindowSpec;
import io.cambric.lax.dims.Padding;

/**
 * A sliding window over all axes of an operand.
 *
 * @param dimensions sizes of the window
 * @param strides steps of the window
 * @param padding sizes around the dilated operand; padded elements are ignored
 * @param baseDilation distance of the operand's elements
 * @param windowDilation distance of the window's elements
 */
public record Window(
    Axes dimensions,
    Axes strides,
    Padding.Explicit padding,
    Axes baseDilation,
    Axes windowDilation) {

  /**
   * {@return a window with padding that follows from the sizes of its operand}
   *
   * @throws ShapeException if a list does not have one number per axis, or a number is too small
   */
  static Window of(
      String name,
      ShapedArray operand,
      Axes dimensions,
      Axes strides,
      Padding padding,
      Axes baseDilation,
      Axes windowDilation) {
    int rank = operand.rank();
    if (!Dilation.positive(dimensions, rank)
        || !Dilation.positive(strides, rank)
        || !Dilation.positive(baseDilation, rank)
        || !Dilation.positive(windowDilation, rank)) {
      throw new ShapeException(
          "%s of %s needs a window size, a stride and dilations of at least 1 for each of its %d axes, but got sizes %s, strides %s and dilations %s and %s."
              .formatted(name, operand, rank, dimensions, strides, baseDilation, windowDilation));
    }
    var sizes =
        padding.resolve(
            Dilation.of(Axes.of(operand.shape().toArray()), baseDilation),
            Dilation.of(dimensions, windowDilation),
            strides);
    return new Window(dimensions, strides, sizes, baseDilation, windowDilation);
  }

  /**
   * {@return the shape of the result}
   *
   * @throws ShapeException if a list does not have one number per axis
   */
  public Shape result(String name, ShapedArray operand) {
    int rank = operand.rank();
    if (dimensions.size() != rank
        || padding.low().size() != rank
        || padding.high().size() != rank) {
      throw new ShapeException(
          "%s of %s needs a window size and two padding sizes for each of its %d axes, but got sizes %s and %s."
              .formatted(name, operand, rank, dimensions, padding));
    }
    var in = Dilation.of(Axes.of(operand.shape().toArray()), baseDilation);
    var window = Dilation.of(dimensions, windowDilation);
    int[] dims = new int[rank];
    long elements = 1;
    for (int axis = 0; axis < rank; axis++) {
      int padded =
          Sizes.axis(
              "padding", (long) in.get(axis) + padding.low().get(axis) + padding.high().get(axis));
      dims[axis] = Dilation.steps(padded, window.get(axis), strides.get(axis));
      elements = Math.min(elements * dimensions.get(axis), Shape.MAX_SIZE + 1L);
    }
    if (elements > Shape.MAX_SIZE) {
      throw new ShapeException(
          "%s of %s needs windows of fewer than 2^31 elements, but got sizes %s."
              .formatted(name, operand, dimensions));
    }
    return Shape.of(dims);
  }

  /** {@return this window in the form that kernels take} */
  WindowSpec spec(Shape input, Shape output) {
    return new WindowSpec(
        Axes.of(input.toArray()),
        Axes.of(output.toArray()),
        dimensions,
        strides,
        padding.low(),
        baseDilation,
        windowDilation);
  }

  /** {@return the window that maps cotangents of the sums of this window to the operand} */
  Window transposed(Shape input, Shape output) {
    var gradientPadding =
        Dilation.ofOperandGradient(
            Dilation.of(Axes.of(input.toArray()), baseDilation),
            Dilation.of(dimensions, windowDilation),
            Dilation.of(Axes.of(output.toArray()), strides),
            padding.low());
    return new Window(dimensions, baseDilation, gradientPadding, strides, windowDilation);
  }

  /** {@return this window with one more axis, of size 1} */
  Window withLanes(int axis) {
    return new Window(
        dimensions.insert(axis, 1),
        strides.insert(axis, 1),
        new Padding.Explicit(padding.low().insert(axis, 0), padding.high().insert(axis, 0)),
        baseDilation.insert(axis, 1),
        windowDilation.insert(axis, 1));
  }

  /** {@return the parameters as JAX prints them} */
  String toText() {
    var pairs = new StringBuilder("(");
    for (int axis = 0; axis < dimensions.size(); axis++) {
      pairs
          .append(axis == 0 ? "" : ", ")
          .append("(%d, %d)".formatted(padding.low().get(axis), padding.high().get(axis)));
    }
    return "base_dilation=%s padding=%s) window_dilation=%s window_dimensions=%s window_strides=%s"
        .formatted(baseDilation, pairs, windowDilation, dimensions, strides);
  }
}
