package io.cambric.transform;

import static io.cambric.transform.Transforms.hessian;
import static io.cambric.transform.Transforms.jacfwd;
import static io.cambric.transform.Transforms.jacfwdAux;
import static io.cambric.transform.Transforms.jacrev;
import static io.cambric.transform.Transforms.jacrevAux;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JacobiansTest {

  record Point(Array a, Array b) {}

  private static final NdArray X = TestArrays.vector(1, 2);
  private static final Point POINT = new Point(TestArrays.scalar(3), X);

  private static Map<String, Array> function(Point p) {
    return Map.of("y", p.a().mul(p.b().sum()), "z", p.b().mul(p.b()));
  }

  @Test
  void the_jacobian_of_pytrees_is_a_tree_like_the_output_of_trees_like_the_argument() {
    for (var jacobian : List.of(jacfwd(JacobiansTest::function), jacrev(JacobiansTest::function))) {
      var tree = (Map<?, ?>) jacobian.apply(POINT);
      var y = (Point) tree.get("y");
      var z = (Point) tree.get("z");

      assertThat(y.a()).hasToString("f32[] 3.0");
      assertThat(y.b()).hasToString("f32[2] [3.0, 3.0]");
      assertThat(z.a()).hasToString("f32[2] [0.0, 0.0]");
      assertThat(z.b()).hasToString("f32[2,2] [[2.0, 0.0], [0.0, 4.0]]");
    }
  }

  @Test
  void a_record_of_arrays_stays_one_where_the_argument_is_an_array() {
    var jacobian = jacfwd((Array x) -> new Point(x.sum(), x.mul(x)));
    var point = (Point) jit(jacobian).apply(X);

    assertThat(point.a()).hasToString("f32[2] [1.0, 1.0]");
    assertThat(point.b()).hasToString("f32[2,2] [[2.0, 0.0], [0.0, 4.0]]");
  }

  @Test
  void a_record_of_trees_becomes_a_map_by_its_component_names() {
    var tree = (Map<?, ?>) hessian((Point p) -> p.a().mul(p.b().sum())).apply(POINT);

    assertThat(((Point) tree.get("a")).a()).hasToString("f32[] 0.0");
    assertThat(((Point) tree.get("a")).b()).hasToString("f32[2] [1.0, 1.0]");
    assertThat(((Point) tree.get("b")).b()).hasToString("f32[2,2] [[0.0, 0.0], [0.0, 0.0]]");
  }

  @Test
  void a_jacobian_in_some_arguments_has_a_part_for_each() {
    ArrayFn2 product = (x, y) -> x.mul(y);
    var matrix = TestArrays.matrix(1, 2, 1, 2);

    var both = jacfwd(product).argnums(1, 0).apply(X, X.mul(2));
    assertThat(both.first()).hasToString("f32[2,2] [[2.0, 0.0], [0.0, 4.0]]");
    assertThat(both.second()).hasToString("f32[2,2] [[1.0, 0.0], [0.0, 2.0]]");
    assertThat(jacrev((m, x) -> m.matmul(x)).argnums(-1).apply(matrix, X).second())
        .hasToString("f32[1,2] [[1.0, 2.0]]");
  }

  @Test
  void auxiliary_output_comes_with_the_jacobian() {
    Fn<Array, WithAux<Array>> function = x -> new WithAux<>(x.mul(x), x.sum());
    for (var jacobian : List.of(jacfwdAux(function), jacrevAux(function))) {
      var out = jacobian.apply(X);
      assertThat(out.jacobian()).hasToString("f32[2,2] [[2.0, 0.0], [0.0, 4.0]]");
      assertThat(out.aux()).hasToString("f32[] 3.0");
    }
  }

  @Test
  void the_hessian_of_a_quadratic_form_is_its_symmetric_part_doubled() {
    var matrix = TestArrays.matrix(2, 2, 1, 2, 3, 4);
    ArrayFn form = x -> x.matmul(matrix).matmul(x);

    for (var second :
        List.of(hessian(form), jacrev(jacfwd(form)), jacrev(jacrev(form)), jacfwd(jacfwd(form)))) {
      assertThat(second.apply(TestArrays.vector(1, 1)).toFloats()).containsExactly(2, 5, 5, 8);
    }
  }

  @Test
  void a_jacobian_needs_floating_outputs_and_inputs_and_some_of_them() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> jacfwd((Array x) -> Map.of("i", x.gt(0))).apply(X))
        .withMessage(
            "jacfwd needs a floating output, but for leaf \"i\" got bool[2]. Convert it with"
                + " astype.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(
            () -> jacrev((List<Array> x) -> x).apply(List.of(NdArray.ofInts(Shape.of(1), 1))))
        .withMessage(
            "jacrev needs a floating input, but for leaf \"0\" got i32[1]. Convert it with astype.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> jacfwd((List<Array> x) -> x).apply(List.of()))
        .withMessage(
            "jacfwd needs a floating input, but got list() without arrays. Pass the arrays "
                + "that the function is differentiated with respect to.");
  }
}
