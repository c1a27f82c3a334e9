package io.cambric.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import org.junit.jupiter.api.Test;

class TangentTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray V = TestArrays.vector(1, 2);

  private record Params(Array kernel, Array bias, Array steps) {}

  private static final Params PARAMS =
      new Params(V, TestArrays.scalar(3), NdArray.scalar(DType.I32, 4));

  @Test
  void a_tangent_is_built_of_parts() {
    var kernel = Tangent.<Array>of(V);
    var tangent = Tangent.zeroFromPrimal(PARAMS).with(Params::kernel, kernel);

    assertThat(tangent)
        .hasToString("Tangent(kernel: f32[2] [1.0, 2.0], bias: zero f32[], steps: zero i32[])");
    assertThat(tangent.isZero()).isFalse();
    assertThat(tangent.instantiate().bias().item()).isZero();
    assertThat(tangent.plus(tangent).instantiate().kernel().toFloats()).containsExactly(2, 4);
    assertThat(tangent.plus(Tangent.zero())).isSameAs(tangent);
    assertThat(Tangent.<Params>zero().plus(tangent)).isSameAs(tangent);
    assertThat(tangent.plus(Tangent.<Params>zero().with(Params::kernel, kernel)))
        .hasToString("Tangent(kernel: f32[2] [2.0, 4.0], bias: zero f32[], steps: zero i32[])");
    assertThat(Tangent.<Params>zero().with(Params::kernel, kernel).plus(tangent))
        .hasToString("Tangent(kernel: f32[2] [2.0, 4.0], bias: zero f32[], steps: zero i32[])");
    assertThat(tangent.with(Params::kernel, Tangent.zero()).isZero()).isTrue();
    assertThat(Tangent.zero()).hasToString("Tangent(zero)");
    assertThat(Tangent.<Params>zero().with(Params::kernel, kernel)).hasToString("Tangent(parts)");
    assertThat(Tangent.<Params>zero().get(Params::kernel).isZero()).isTrue();
  }

  @Test
  void the_image_of_a_zero_is_a_zero_of_its_shape() {
    var image = Tangent.<Array>zeroFromPrimal(V).map(t -> t.sum());

    assertThat(image).hasToString("Tangent(zero f32[])");
    assertThat(image.instantiate().item()).isZero();
    assertThat(Tangent.<Array>of(V).map(t -> t.sum()).instantiate().item()).isEqualTo(3);
    assertThat(Tangent.<Array>zero().map(t -> t.sum())).hasToString("Tangent(zero)");
  }

  @Test
  void a_zero_of_no_tree_has_no_arrays() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Tangent.zero().instantiate())
        .withMessage(
            "Tangent.instantiate needs the structure of the tree, but the tangent was made by"
                + " Tangent.zero(), which has none. Make it by Tangent.zeroFromPrimal(tree).");
  }

  @Test
  void parts_are_leaves_of_the_tree() {
    var tangent = Tangent.zeroFromPrimal(PARAMS);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tangent.isZero(p -> p.kernel().mul(2)))
        .withMessage(
            "Tangent.get needs a function that selects a part of the tree, but it returned "
                + "f32[2], which is not a leaf of the tree. Select the leaf, and compute with it "
                + "afterwards.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tangent.get(_ -> V))
        .withMessageStartingWith(
            "Tangent.get needs a function that selects a part of the tree, but it returned f32[2],");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> tangent.with(Params::bias, Tangent.of(V)))
        .withMessage(
            "Tangent.with needs each tangent in the shape and dtype of its part, but the part is"
                + " f32[] and its tangent f32[2]. Broadcast or reduce it.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Tangent.<Array>of(V).plus(Tangent.of(ONE)))
        .withMessage(
            "Tangent.plus needs each tangent in the shape and dtype of its summand, but the summand"
                + " is f32[2] and its tangent f32[]. Broadcast or reduce it.");
  }
}
