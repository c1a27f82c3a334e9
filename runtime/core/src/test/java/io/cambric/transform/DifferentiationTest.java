package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.gradAux;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.linearize;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static io.cambric.transform.Transforms.vjp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.result.WithAux;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferentiationTest {

  record Params(Array kernel, Array bias, @Static String activation) {}

  private static final NdArray X = TestArrays.vector(1, 2);
  private static final NdArray COUNT = NdArray.ofInts(Shape.of(), 3);

  @Test
  void gradients_have_the_structure_of_the_argument() {
    var params = new Params(X, TestArrays.scalar(3), "relu");
    var grads =
        grad((Params p) -> p.kernel().mul(p.kernel()).sum().add(p.bias().mul(5))).apply(params);

    assertThat(grads.kernel().toFloats()).containsExactly(2, 4);
    assertThat(grads.bias().item()).isEqualTo(5);
    assertThat(grads.activation()).isEqualTo("relu");
  }

  @Test
  void gradients_of_maps_and_lists_are_maps_and_lists() {
    var point = Map.of("a", TestArrays.scalar(2), "b", TestArrays.scalar(3));
    var map = grad((Map<String, NdArray> m) -> square(m.get("a")).mul(m.get("b"))).apply(point);
    Map<String, ? extends Array> grads = map;
    assertThat(grads.get("a").item()).isEqualTo(12);
    assertThat(grads.get("b").item()).isEqualTo(4);

    List<Array> pair =
        grad((List<Array> xs) -> xs.get(0).mul(xs.get(1)))
            .apply(List.of(TestArrays.scalar(2), TestArrays.scalar(3)));
    assertThat(pair).extracting(Array::item).containsExactly(3.0, 2.0);
  }

  private static Array square(Array x) {
    return x.mul(x);
  }

  @Test
  void java_numbers_are_differentiated_as_weak_scalars() {
    var grads =
        grad((List<Object> xs) -> ((Array) xs.get(0)).mul((Array) xs.get(1)))
            .apply(List.of(2.0, TestArrays.scalar(3)));

    assertThat(grads).extracting(g -> ((Array) g).item()).containsExactly(3.0, 2.0);
  }

  @Test
  void the_value_comes_with_the_gradient_and_what_the_function_carries_along() {
    var both = valueAndGrad(x -> x.mul(x).sum()).apply(X);
    assertThat(both.value().item()).isEqualTo(5);
    assertThat(both.grads().toFloats()).containsExactly(2, 4);

    var point = TestArrays.scalar(2);
    var all =
        valueAndGradAux((Array x) -> new WithAux<>(square(x), Map.of("aux", x.mul(3))))
            .apply(point);
    assertThat(all.value().item()).isEqualTo(4);
    assertThat(all.grads().item()).isEqualTo(4);
    assertThat(all.aux().get("aux").item()).isEqualTo(6);

    var aux = gradAux((Array x) -> new WithAux<>(square(x), "text")).apply(point);
    assertThat(aux.grads().item()).isEqualTo(4);
    assertThat(aux.aux()).isEqualTo("text");
  }

  @Test
  void a_pullback_may_be_called_often_and_gives_zeros_for_integers() {
    var vjp = vjp((List<Array> xs) -> xs.get(0).mul(xs.get(0)), List.of(X, COUNT));

    assertThat(vjp.output().toFloats()).containsExactly(1, 4);
    for (int repetition = 0; repetition < 2; repetition++) {
      var cotangents = vjp.pullback().apply(TestArrays.vector(1, 10));
      assertThat(cotangents.get(0).toFloats()).containsExactly(2, 40);
      assertThat(cotangents.get(1)).hasToString("i32[] 0");
    }
  }

  @Test
  void functions_of_two_arguments_have_a_tangent_or_cotangent_of_each() {
    record Scale(Array by) {}
    var y = TestArrays.vector(3, 5);
    var unit = TestArrays.vector(1, 1);

    var forward = jvp((a, b) -> a.mul(a).mul(b), X, y, unit, unit);
    assertThat(forward.output().toFloats()).containsExactly(3, 20);
    assertThat(forward.tangent().toFloats()).containsExactly(7, 24);
    var reverse = vjp((a, b) -> a.mul(a).mul(b), X, y);
    assertThat(reverse.output().toFloats()).containsExactly(3, 20);
    assertThat(reverse.pullback().apply(unit).first().toFloats()).containsExactly(6, 20);
    assertThat(reverse.pullback().apply(unit).second().toFloats()).containsExactly(1, 4);

    var scaled = vjp((Scale s, Array a) -> a.mul(s.by()), new Scale(y), X).pullback().apply(unit);
    assertThat(scaled.first().by().toFloats()).containsExactly(1, 2);
    var scaledTangent =
        jvp((Scale s, Array a) -> a.mul(s.by()), new Scale(y), X, new Scale(unit), unit).tangent();
    assertThat(scaledTangent.toFloats()).containsExactly(4, 7);
  }

  @Test
  void jvp_and_linearize_agree_and_linearize_may_be_called_often() {
    var tangent = TestArrays.vector(1, -1);
    var jvp = jvp(x -> x.sin(), X, tangent);
    var linear = linearize(x -> x.sin(), X);

    assertThat(linear.output().toFloats()).containsExactly(jvp.output().toFloats());
    for (int repetition = 0; repetition < 2; repetition++) {
      assertThat(linear.linear().apply(tangent).toFloats())
          .containsExactly(jvp.tangent().toFloats());
    }
  }

  @Test
  void tangents_of_integers_are_not_looked_at() {
    var out =
        jvp(
            (List<Array> xs) -> List.of(xs.get(0).mul(xs.get(0)), xs.get(1)),
            List.of(X, COUNT),
            List.of(TestArrays.vector(1, 1), TestArrays.scalar(9)));

    assertThat(out.tangent().get(0).toFloats()).containsExactly(2, 4);
    assertThat(out.tangent().get(1)).hasToString("i32[] 0");
  }

  @Test
  void cotangents_have_the_dtype_of_the_primal() {
    var half = TestArrays.of(DType.BF16, Shape.of(2), 1, 2);

    var grads = grad(x -> x.astype(DType.F32).mul(X).sum()).apply(half);

    assertThat(grads).hasToString("bf16[2] [1.0, 2.0]");
  }

  @Test
  void the_gradient_of_a_weak_scalar_is_weak() {
    assertThat(grad(x -> x.mul(x)).apply(NdArray.weakScalar(3.0)).aval().toText())
        .isEqualTo("f32[]*");
  }

  @Test
  void a_gradient_needs_a_scalar_floating_output() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x).apply(X))
        .withMessage(
            "grad needs a function with a scalar output, but it returned f32[2]. Sum or average it,"
                + " or use vjp or jacrev.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x.sum().astype(DType.I32)).apply(X))
        .withMessage(
            "grad needs a function with a floating output, but it returned i32[]. Convert the loss"
                + " with astype.");
  }

  @Test
  void a_gradient_needs_floating_inputs_and_names_the_one_that_is_not() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad(x -> x.sum().astype(DType.F32)).apply(COUNT))
        .withMessage(
            "grad needs floating inputs, but the argument is i32[]. Close over it instead of"
                + " passing it, or convert it with astype.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() ->
            grad((Map<String, Object> m) -> X.sum())
                .apply(Map.of("params", List.of(X), "step", COUNT)))
        .withMessageStartingWith("grad needs floating inputs, but leaf \"step\" is i32[].");
  }

  @Test
  void a_gradient_needs_arrays_unless_there_is_nothing_at_all() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad((List<Object> all) -> X.sum()).apply(List.of("a", DType.F32)))
        .withMessage(
            "grad needs an argument with arrays, but its leaves are only of String, DType. "
                + "Pass the parameters as the argument, and close over the rest.");
    assertThat(grad((List<Array> none) -> X.sum()).apply(List.of())).isEmpty();
  }

  @Test
  void a_tangent_needs_the_structure_of_its_primal() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jvp((Map<String, Array> m) -> m.get("a"), Map.of("a", X), Map.of("b", X)))
        .withMessage(
            "jvp with a tangent of its primal needs trees of equal structure, but at \"/\" "
                + "the primal has map(a: *) and the tangent has map(b: *). Give both the same "
                + "keys, lengths and record types.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            jvp((List<Object> xs) -> (Array) xs.getFirst(), List.of(X, "text"), List.of(X, X)))
        .withMessage(
            "jvp needs a tangent with arrays in the same places as its primal, [0], but got "
                + "them at [0, 1].");
  }

  @Test
  void a_tangent_needs_the_shape_and_dtype_of_its_primal() {
    var three = TestArrays.vector(1, 2, 3);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> jvp(x -> x, X, three))
        .withMessage(
            "jvp needs each tangent in the shape and dtype of its primal, but the primal is f32[2]"
                + " and its tangent f32[3]. Broadcast or reduce it.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            linearize((Map<String, Array> m) -> m.get("a"), Map.of("a", X))
                .linear()
                .apply(Map.of("a", three)))
        .withMessage(
            "linearize needs each tangent in the shape and dtype of its primal, but leaf \"a\" is"
                + " f32[2] and its tangent f32[3]. Broadcast or reduce it.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> jvp(x -> x, X, TestArrays.of(DType.BF16, Shape.of(2), 1, 2)))
        .withMessage(
            "jvp needs each tangent in the shape and dtype of its primal, but the primal is f32[2]"
                + " and its tangent bf16[2]. Convert it with astype.");
  }

  @Test
  void a_cotangent_needs_the_shape_and_dtype_of_the_output() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vjp(x -> x.sum(), X).pullback().apply(X))
        .withMessage(
            "vjp needs each cotangent in the shape and dtype of its output, but the output is f32[]"
                + " and its cotangent f32[2]. Broadcast or reduce it.");
  }
}
