package io.cambric.array;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisOrderTest {

  private static final Shape OIHW = Shape.of(64, 32, 3, 3);
  private static final Shape HWIO = Shape.of(3, 3, 32, 64);

  @Test
  void order_maps_one_shape_to_another() {
    assertThat(AxisOrder.between(Shape.of(2, 3), Shape.of(3, 2))).contains(Axes.of(1, 0));
    assertThat(AxisOrder.between(Shape.of(5, 2, 3), Shape.of(2, 3, 5))).contains(Axes.of(1, 2, 0));
    assertThat(OIHW.select(AxisOrder.between(OIHW, HWIO).orElseThrow())).isEqualTo(HWIO);
  }

  @Test
  void kernels_of_pytorch_come_first_where_several_orders_fit() {
    assertThat(AxisOrder.between(OIHW, HWIO)).contains(Axes.of(2, 3, 1, 0));
    assertThat(AxisOrder.between(Shape.of(3, 3, 3, 8), Shape.of(3, 3, 8, 3)))
        .contains(Axes.of(0, 1, 3, 2));
    assertThat(AxisOrder.between(Shape.of(8, 4, 3), Shape.of(3, 4, 8))).contains(Axes.of(2, 1, 0));
    assertThat(AxisOrder.between(Shape.of(8, 4, 3, 3, 3), Shape.of(3, 3, 3, 4, 8)))
        .contains(Axes.of(2, 3, 4, 1, 0));
  }

  @Test
  void equal_shapes_and_shapes_of_other_sizes_have_no_order() {
    assertThat(AxisOrder.between(OIHW, OIHW)).isEmpty();
    assertThat(AxisOrder.between(Shape.of(2, 3), Shape.of(2, 4))).isEmpty();
    assertThat(AxisOrder.between(Shape.of(2, 3), Shape.of(3, 2, 1))).isEmpty();
    assertThat(AxisOrder.between(Shape.of(2), Shape.of(3))).isEmpty();
    assertThat(AxisOrder.between(Shape.of(2, 2, 3), Shape.of(2, 3, 3))).isEmpty();
  }

  @Test
  void mend_names_the_transposition_and_the_layouts_of_kernels() {
    assertThat(AxisOrder.mend(OIHW, HWIO))
        .contains(
            " The sizes are the same in another order: transpose it, as in transpose(2, 3, "
                + "1, 0). PyTorch stores kernels as [out, in, height, width]; Cambric needs "
                + "[height, width, in, out].");
    assertThat(AxisOrder.mend(Shape.of(5, 2, 3), Shape.of(2, 3, 5)))
        .contains(
            " The sizes are the same in another order: transpose it, as in transpose(1, 2, 0).");
    assertThat(AxisOrder.mend(OIHW, OIHW)).isEmpty();
  }
}
