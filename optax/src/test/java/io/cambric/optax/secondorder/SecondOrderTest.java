package io.cambric.optax.secondorder;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn3;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that Optax 0.2.8 computes for a model with a bias and two weights. */
class SecondOrderTest {

  private static final Fn3<Map<String, Array>, Array, Array, Array> LOSS =
      (params, inputs, targets) ->
          Numpy.tanh(inputs.matmul(params.get("w")).add(params.get("b")))
              .sub(targets)
              .square()
              .sum();

  private static final Map<String, Array> PARAMS =
      Map.of("w", NdArray.of(Shape.of(2, 1), 0.5f, -0.3f), "b", Sample.row(0.1f));
  private static final Array INPUTS = NdArray.of(Shape.of(3, 2), 1, 2, 0.5f, -1, 2, 0.3f);
  private static final Array TARGETS = NdArray.of(Shape.of(3, 1), 0.2f, 0.4f, -0.1f);

  @Test
  void the_product_with_the_hessian_is_a_tree_of_parameters() {
    var product = SecondOrder.hvp(LOSS, Sample.row(1, 2, 3), PARAMS, INPUTS, TARGETS);
    assertNear(product.get("b"), 12.9052);
    assertNear(product.get("w").ravel(), 8.773573, 35.30631);
  }

  @Test
  void the_diagonal_of_the_hessian_is_a_row_of_all_parameters() {
    assertNear(
        SecondOrder.hessianDiag(LOSS, PARAMS, INPUTS, TARGETS), 1.8874214, -0.85824084, 8.574191);
  }

  @Test
  void the_diagonal_of_the_fisher_information_is_the_square_of_the_gradient() {
    assertNear(
        SecondOrder.fisherDiag(LOSS, PARAMS, INPUTS, TARGETS), 0.29954523, 1.3177048, 0.66631687);
  }

  @Test
  void second_derivatives_trace() {
    var traced =
        Transforms.jit((Array inputs) -> SecondOrder.hessianDiag(LOSS, PARAMS, inputs, TARGETS));
    assertNear(traced.apply(INPUTS), 1.8874214, -0.85824084, 8.574191);
  }

  @Test
  void vectors_have_a_number_for_each_parameter() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> SecondOrder.hvp(LOSS, Sample.row(1, 2), PARAMS, INPUTS, TARGETS))
        .withMessage(
            "hvp needs a vector of all parameters, of shape [3], but got f32[2]. Make it from a tree with ravelPytree.");
  }
}
