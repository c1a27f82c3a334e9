package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvpAux;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vjpAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.ShapeException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Grads2;
import io.cambric.transform.result.OutputAndAux;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Gradients in chosen arguments, with auxiliary output, of integers and of Java numbers. */
class GradientsTest {

  record State(Array weights, Array steps) {}

  private static final NdArray TWO = TestArrays.scalar(2);
  private static final NdArray THREE = TestArrays.scalar(3);
  private static final NdArray X = TestArrays.vector(1, 2);

  @Test
  void the_gradient_of_a_function_of_several_arguments_is_that_in_the_first() {
    assertThat(grad((x, y) -> x.mul(y)).apply(TWO, THREE).item()).isEqualTo(3);
    assertThat(
            grad((Array x, Map<String, Array> m) -> x.mul(m.get("y")))
                .apply(TWO, Map.of("y", THREE))
                .item())
        .isEqualTo(3);
    assertThat(grad((Array x, Array y, String z) -> x.mul(y)).apply(TWO, THREE, "z").item())
        .isEqualTo(3);
    assertThat(valueAndGrad((x, y) -> x.mul(y)).apply(TWO, THREE))
        .hasToString("ValueAndGrad[value=f32[] 6.0, grads=f32[] 3.0]");
    assertThat(
            valueAndGrad((Array x, Array y, Array z) -> x.mul(y).mul(z)).apply(TWO, THREE, THREE))
        .hasToString("ValueAndGrad[value=f32[] 18.0, grads=f32[] 9.0]");
  }

  @Test
  void argument_numbers_choose_what_to_differentiate_in() {
    Grads2<Array, Array> both = grad((x, y) -> x.mul(y)).argnums(0, 1).apply(TWO, THREE);
    assertThat(both.first().item()).isEqualTo(3);
    assertThat(both.second().item()).isEqualTo(2);

    var last =
        grad((Array x, Array y, Array z) -> x.mul(y).mul(z)).argnums(-1).apply(TWO, THREE, X.sum());
    assertThat(last).hasToString("Grads3(2: f32[] 6.0)");
    assertThat(last.third().item()).isEqualTo(6);
    var value = valueAndGrad((Array x, List<Array> y) -> x.mul(y.get(0))).argnums(1, 0);
    assertThat(jit(value).apply(TWO, List.of(THREE)))
        .hasToString("ValueAndGrad[value=f32[] 6.0, grads=Grads2(0: f32[] 3.0, 1: [f32[] 2.0])]");
  }

  @Test
  void an_argument_number_that_is_none_is_refused() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad((x, y) -> x).argnums(2))
        .withMessage(
            "Differentiation with respect to argument 2 needs a function of more than 2 "
                + "arguments. Numbers begin at 0; negative ones count from the last.");
  }

  @Test
  void a_gradient_that_was_not_asked_for_is_refused() {
    var grads = grad((x, y, z) -> x.mul(y).mul(z)).argnums(0, 2).apply(TWO, THREE, TWO);

    assertThat(grads.argnums()).containsExactly(0, 2);
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(grads::second)
        .withMessageStartingWith(
            "Grads3 has no gradient with respect to argument 1: argnums requested [0, 2]. "
                + "Request it with argnums(0, 1, 2).");
  }

  @Test
  void integers_have_gradients_of_zeros_where_they_are_allowed() {
    var state = new State(X, NdArray.ofInts(Shape.of(), 7));
    Fn<State, Array> loss = s -> s.weights().mul(s.weights()).sum();

    var grads = grad(loss).allowInt().apply(state);
    assertThat(grads.weights().toFloats()).containsExactly(2, 4);
    assertThat(grads.steps()).hasToString("i32[] 0");
    assertThat(valueAndGrad(loss).allowInt().apply(state).value().item()).isEqualTo(5);
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(loss).apply(state))
        .withMessage(
            "grad needs floating inputs, but leaf \"steps\" is i32[]. Close over it instead of"
                + " passing it, or convert it with astype.");
  }

  @Test
  void the_gradient_of_a_java_number_gives_way_in_promotion_as_the_number_does() {
    Fn<Object, Array> twice = x -> ((Array) x).mul(TestArrays.scalar(2));
    assertThat(grad(twice).apply(1.0)).hasToString("f32[]* 2.0");
    assertThat(grad(x -> x.mul(2)).apply(TWO).aval().weak()).isFalse();
  }

  @Test
  void jvp_and_vjp_carry_auxiliary_output_along() {
    Fn<Array, OutputAndAux<List<Array>, Map<String, Object>>> function =
        x -> new OutputAndAux<>(List.of(x.mul(x), x.sum()), Map.of("x", x.add(1), "n", "text"));

    var forward = jvpAux(function, X, TestArrays.vector(1, 0));
    assertThat(forward.output()).hasToString("[f32[2] [1.0, 4.0], f32[] 3.0]");
    assertThat(forward.tangent()).hasToString("[f32[2] [2.0, 0.0], f32[] 1.0]");
    assertThat(forward.aux()).containsEntry("n", "text");
    assertThat(forward.aux().get("x")).hasToString("f32[2] [2.0, 3.0]");

    var backward = vjpAux(function, X);
    assertThat(backward.output()).hasToString("[f32[2] [1.0, 4.0], f32[] 3.0]");
    assertThat(backward.pullback().apply(List.of(X, TestArrays.scalar(1))).toFloats())
        .containsExactly(3, 9);
    assertThat(backward.aux().get("x")).hasToString("f32[2] [2.0, 3.0]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> backward.pullback().apply(List.of(X, X)))
        .withMessage(
            "vjp needs each cotangent in the shape and dtype of its output, but leaf \"1\" is f32[]"
                + " and its cotangent f32[2]. Broadcast or reduce it.");
  }
}
