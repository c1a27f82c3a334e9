package io.cambric.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;

class ShapeTest {

  private static final Shape S = Shape.of(2, 3, 5);

  @Test
  void a_shape_is_a_value() {
    int[] dims = {2, 3, 5};
    var shape = Shape.of(dims);
    dims[0] = 7;
    shape.toArray()[1] = 7;

    assertThat(shape).isEqualTo(S).hasSameHashCodeAs(S).hasToString("[2, 3, 5]");
    assertThat(Shape.of()).isSameAs(Shape.scalar()).hasToString("[]");
  }

  @Test
  void size_is_the_product_of_the_dims() {
    assertThat(S.size()).isEqualTo(30);
    assertThat(Shape.scalar().size()).isEqualTo(1);
    assertThat(Shape.of(4, 0).size()).isZero();
  }

  @Test
  void dims_count_from_the_first_axis_or_from_the_last() {
    assertThat(S.dim(0)).isEqualTo(2);
    assertThat(S.dim(-1)).isEqualTo(5);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> S.dim(3))
        .withMessage(
            "Reading a dimension needs an axis in [-3, 3) for an operand of rank 3, but got 3.");
  }

  @Test
  void negative_sizes_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Shape.of(2, -1))
        .withMessage("A shape needs sizes that are not negative, but got [2, -1].");
  }

  @Test
  void shapes_beyond_a_java_array_are_refused() {
    assertThat(Shape.of(Shape.MAX_SIZE).size()).isEqualTo(2_147_483_639);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Shape.of(Integer.MAX_VALUE))
        .withMessage(
            "An array of shape [2147483647] would have more than 2147483639 elements, the "
                + "maximum of a Java array. Split it along an axis.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Shape.of(1 << 16, 1 << 15))
        .withMessage(
            "An array of shape [65536, 32768] would have more than 2147483639 elements, the "
                + "maximum of a Java array. Split it along an axis.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Shape.of(1 << 30, 1 << 30, 1 << 30, 1 << 30));
  }

  @Test
  void computed_sizes_beyond_a_java_array_are_refused() {
    assertThat(Sizes.axis("pad", -3)).isEqualTo(-3);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Sizes.axis("pad", 1L << 32))
        .withMessage(
            "pad yields an axis of 4294967296 elements, but a Java array holds at most "
                + "2147483639. Split an operand along this axis.");
  }

  @Test
  void a_size_of_zero_makes_an_array_empty_whatever_the_others_are() {
    assertThat(Shape.of(1 << 30, 1 << 30, 1 << 30, 0).size()).isZero();
  }

  @Test
  void axes_are_removed_selected_inserted_and_resized() {
    assertThat(S.without(Axes.of(0, 2))).isEqualTo(Shape.of(3));
    assertThat(S.select(Axes.of(2, 0))).isEqualTo(Shape.of(5, 2));
    assertThat(S.insert(3, 7)).isEqualTo(Shape.of(2, 3, 5, 7));
    assertThat(S.with(1, 7)).isEqualTo(Shape.of(2, 7, 5));
    assertThat(S.concat(Shape.of(7))).isEqualTo(Shape.of(2, 3, 5, 7));
    assertThat(S.slice(1, 3)).isEqualTo(Shape.of(3, 5));
  }

  @Test
  void strides_are_row_major_and_count_empty_axes_as_axes_of_one() {
    assertThat(S.strides()).containsExactly(15, 5, 1);
    assertThat(Shape.of(2, 0, 3).strides()).containsExactly(3, 3, 1);
    assertThat(Shape.scalar().strides()).isEmpty();
  }
}
