package io.cambric.lax.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import org.junit.jupiter.api.Test;

/** Shapes of convolutions; values are those of jax.lax of jax 0.10.2. */
class ConvShapeOpsTest {

  private static final ConvDims IMAGES = ConvDims.of("NHWC", "HWIO", "NHWC");
  private static final Shape IMAGE = Shape.of(2, 9, 8, 3);
  private static final Shape KERNEL = Shape.of(3, 2, 3, 5);

  @Test
  void letters_name_axes() {
    assertThat(Lax.convDimensionNumbers(IMAGE, KERNEL, "NHWC", "HWIO", "NHWC")).isEqualTo(IMAGES);
    assertThat(Lax.convDimensionNumbers(IMAGE, KERNEL))
        .isEqualTo(ConvDims.of("NCHW", "OIHW", "NCHW"));
    assertThat(Lax.convGeneralPermutations("NHWC", "HWIO", "NHWC"))
        .containsExactly(Axes.of(0, 3, 1, 2), Axes.of(3, 2, 0, 1), Axes.of(0, 3, 1, 2));
  }

  @Test
  void letters_are_as_many_as_axes() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.convDimensionNumbers(IMAGE, KERNEL, "NWC", "WIO", "NWC"))
        .withMessage(
            "conv_dimension_numbers needs a letter for each axis of [2, 9, 8, 3] and [3, 2, 3, 5], but got \"NWC\", \"WIO\" and \"NWC\".");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.convDimensionNumbers(IMAGE, Shape.of(3, 3)))
        .withMessage(
            "conv_dimension_numbers needs operands of equal rank, but got [2, 9, 8, 3] and [3, 3].");
  }

  @Test
  void shapes_of_convolutions_follow_from_strides_and_padding() {
    var lhs = Shape.of(2, 3, 9, 8);
    var rhs = Shape.of(5, 3, 3, 2);
    var strides = Axes.of(2, 1);

    assertThat(Lax.convShapeTuple(lhs, rhs, strides, Padding.SAME)).isEqualTo(Shape.of(2, 5, 5, 8));
    assertThat(Lax.convShapeTuple(lhs, rhs, strides, Padding.of(Axes.of(1, -1), Axes.of(0, 2))))
        .isEqualTo(Shape.of(2, 5, 4, 8));
    assertThat(Lax.convGeneralShapeTuple(IMAGE, KERNEL, strides, Padding.VALID, IMAGES))
        .isEqualTo(Shape.of(2, 4, 7, 5));
  }

  @Test
  void shapes_of_transposed_convolutions_are_larger_by_the_strides() {
    var strides = Axes.of(2, 3);

    assertThat(Lax.convTransposeShapeTuple(IMAGE, KERNEL, strides, Padding.SAME, IMAGES))
        .isEqualTo(Shape.of(2, 18, 24, 5));
    assertThat(Lax.convTransposeShapeTuple(IMAGE, KERNEL, strides, Padding.VALID, IMAGES))
        .isEqualTo(Shape.of(2, 19, 24, 5));
    var padding = Padding.of(Axes.of(1, 0), Axes.of(2, 1));
    assertThat(Lax.convTransposeShapeTuple(IMAGE, KERNEL, strides, padding, IMAGES))
        .isEqualTo(Shape.of(2, 18, 22, 5));
  }

  @Test
  void shapes_of_windows_follow_from_dilations() {
    var operand = Shape.of(5, 6);
    var padding = Padding.of(Axes.of(0, 1), Axes.of(1, 1));

    assertThat(Lax.reduceWindowShapeTuple(operand, Axes.of(2, 3), Axes.of(2, 1), padding))
        .isEqualTo(Shape.of(3, 6));
    assertThat(
            Lax.reduceWindowShapeTuple(
                operand, Axes.of(2, 3), Axes.of(2, 1), padding, Axes.of(2, 1), Axes.of(1, 2)))
        .isEqualTo(Shape.of(5, 4));
  }

  @Test
  void named_paddings_have_sizes() {
    var sizes = Axes.of(9, 8);
    var window = Axes.of(3, 2);
    var strides = Axes.of(2, 1);

    assertThat(Lax.padtypeToPads(sizes, window, strides, Padding.SAME))
        .isEqualTo(Padding.of(Axes.of(1, 0), Axes.of(1, 1)));
    assertThat(Lax.padtypeToPads(sizes, window, strides, Padding.SAME_LOWER))
        .isEqualTo(Padding.of(Axes.of(1, 1), Axes.of(1, 0)));
    assertThat(Lax.padtypeToPads(sizes, window, strides, Padding.VALID))
        .isEqualTo(Padding.of(Axes.of(0, 0), Axes.of(0, 0)));
  }

  @Test
  void mistakes_name_the_lists() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.padtypeToPads(Axes.of(9), Axes.of(3), Axes.of(0), Padding.SAME))
        .withMessage(
            "padtype_to_pads needs lists of 1 numbers, each 1 or more, but got [3] and [0].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Lax.convGeneralShapeTuple(
                IMAGE, KERNEL, Axes.of(1, 1), Padding.of(Axes.of(-9, 0), Axes.of(-1, 0)), IMAGES))
        .withMessage(
            "conv_general_shape_tuple needs two padding sizes for each of 2 axes that keep every axis size non-negative, but got Explicit[low=[-9, 0], high=[-1, 0]] for sizes [9, 8].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Lax.convGeneralShapeTuple(IMAGE, Shape.of(3), Axes.of(1, 1), Padding.SAME, IMAGES))
        .withMessage(
            "conv_general_shape_tuple needs shapes of 4 axes for these dimension numbers, but got [2, 9, 8, 3] and [3].");
  }
}
