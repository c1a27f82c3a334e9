package io.cambric.transform;

import static io.cambric.testing.TestArrays.scalar;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.hessian;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.linearizeAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.DifferentiationException;
import io.cambric.transform.function.ArrayFn3;
import io.cambric.transform.result.Grads2;
import io.cambric.transform.result.Grads3;
import io.cambric.transform.result.OutputAndAux;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;

class GradsTest {

  private static final ArrayFn3 PRODUCT = (x, y, z) -> x.mul(y).mul(z);

  private static Grads3<Array, Array, Array> firstAndThird() {
    return grad(PRODUCT).argnums(0, 2).apply(scalar(2), scalar(3), scalar(4));
  }

  @Test
  void gradients_are_a_tree_of_those_that_were_asked_for() {
    var doubled = Trees.map(firstAndThird(), leaf -> ((Array) leaf).mul(2));

    assertThat(doubled).hasToString("Grads3(0: f32[] 24.0, 2: f32[] 12.0)");
    assertThat(Trees.structure(doubled).paths()).containsExactly("0", "2");
  }

  @Test
  void gradients_go_through_jit_as_results_and_arguments() {
    var step = jit((Grads3<Array, Array, Array> grads) -> grads.third().sub(grads.first()));

    assertThat(step.apply(firstAndThird()).item()).isEqualTo(-6);
  }

  @Test
  void an_accessor_of_an_argument_that_was_not_asked_for_names_those_that_were() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(firstAndThird()::second)
        .withMessageStartingWith(
            "Grads3 has no gradient with respect to argument 1: argnums requested [0, 2]. "
                + "Request it with argnums(0, 1, 2).");
  }

  @Test
  void the_order_and_the_number_of_times_that_an_argument_is_named_do_not_matter() {
    var point = List.of(scalar(2), scalar(3), scalar(4));
    var grads = grad(PRODUCT).argnums(-1, 0, 2).apply(point.get(0), point.get(1), point.get(2));

    assertThat(grads.argnums()).containsExactly(0, 2);
    assertThat(grads.third().item()).isEqualTo(6);
  }

  @Test
  void numbers_have_to_ascend_and_to_fit_the_gradients() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> new Grads2<Array, Array>(List.of(1, 0), List.of(scalar(1), scalar(2))))
        .withMessageStartingWith(
            "Grads2 needs ascending numbers in [0, 2) with a gradient for each, but got numbers"
                + " [1, 0] and 2 gradients. Sort them, or drop some.");
  }

  @Test
  void equal_gradients_in_equal_arguments_are_equal() {
    var one = scalar(1);

    assertThat(Grads2.of(one, one))
        .isEqualTo(Grads2.of(one, one))
        .hasSameHashCodeAs(Grads2.of(one, one))
        .isNotEqualTo(new Grads2<>(List.of(0), List.of(one)));
  }

  @Test
  void second_derivatives_in_several_arguments_have_a_part_for_each_pair() {
    var second = hessian((x, y) -> x.mul(x).mul(y)).argnums(0, 1).apply(scalar(2), scalar(3));

    assertThat(second.first().first().item()).isEqualTo(6);
    assertThat(second.first().second().item()).isEqualTo(4);
    assertThat(second.second().first().item()).isEqualTo(4);
    assertThat(second.second().second().item()).isEqualTo(0);
  }

  @Test
  void the_linear_function_leaves_the_auxiliary_output_out() {
    var linear =
        linearizeAux(
            (Array x, Array y) -> new OutputAndAux<>(x.mul(y), x.add(y)), scalar(2), scalar(3));

    assertThat(linear.output().item()).isEqualTo(6);
    assertThat(linear.aux().item()).isEqualTo(5);
    assertThat(linear.linear().apply(scalar(1), scalar(10)).item()).isEqualTo(23);
  }
}
