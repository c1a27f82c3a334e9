package io.cambric.transform;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.linearTranspose;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.ShapeException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinearTransposeTest {

  private static final NdArray X = TestArrays.vector(1, 2);

  @Test
  void the_transpose_of_a_multiple_is_the_multiple() {
    assertThat(linearTranspose(x -> x.mul(3), X).apply(X).toFloats()).containsExactly(3, 6);
  }

  @Test
  void the_transpose_of_a_matrix_product_multiplies_by_the_transposed_matrix() {
    var matrix = TestArrays.matrix(3, 2, 1, 2, 3, 4, 5, 6);
    var transposed = linearTranspose((Array x) -> matrix.matmul(x), X);

    assertThat(transposed.apply(TestArrays.vector(1, 0, 1)).toFloats()).containsExactly(6, 8);
    assertThat(jit(transposed).apply(TestArrays.vector(1, 0, 1)).toFloats()).containsExactly(6, 8);
    assertThat(vmap(transposed).apply(NdArray.of(Shape.of(1, 3), 1, 0, 1)).toFloats())
        .containsExactly(6, 8);
  }

  @Test
  void pytrees_go_in_and_out_and_what_is_not_read_gets_zeros() {
    var transposed =
        linearTranspose(
            (Map<String, Array> m) -> List.of(m.get("a").mul(2), m.get("a").sum()),
            Map.of("a", (Array) X, "b", X));
    var back = transposed.apply(List.of(X, TestArrays.scalar(10)));

    assertThat(back.get("a").toFloats()).containsExactly(12, 14);
    assertThat(back.get("b").toFloats()).containsExactly(0, 0);
  }

  @Test
  void a_linear_scan_has_a_transpose() {
    ArrayFn sums =
        xs ->
            scan(
                    (Array c, Array x) -> new Carry<>(c.mul(0.5).add(x), c),
                    (Array) TestArrays.scalar(0),
                    xs)
                .output();

    assertThat(linearTranspose(sums, TestArrays.vector(0, 0, 0)).apply(TestArrays.vector(1, 2, 4)))
        .hasToString("f32[3] [4.0, 4.0, 0.0]");
  }

  static List<ArrayFn> nonlinear() {
    return List.of(
        x -> x.sin(),
        x -> x.mul(x),
        x -> x.mul(2).matmul(x),
        x -> TestArrays.scalar(1).div(x),
        x -> x.div(x.add(1)),
        x -> io.cambric.lax.Lax.floor(x),
        x -> io.cambric.numpy.Numpy.where(x.gt(0), x, x.mul(2)),
        jit(x -> x.mul(x)));
  }

  @ParameterizedTest
  @MethodSource("nonlinear")
  void a_function_that_is_not_linear_is_refused(ArrayFn function) {
    var cotangent = function.apply(X).mul(0).add(1);

    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> linearTranspose(function, X).apply(cotangent))
        .withMessageStartingWith(
            "linearTranspose needs a function that is linear in its argument. No transpose rule");
  }

  @Test
  void messages_name_what_is_not_linear_and_what_does_not_fit() {
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> linearTranspose(x -> x.sin(), X).apply(X))
        .withMessageStartingWith(
            "linearTranspose needs a function that is linear in its argument. No transpose rule for"
                + " primitive \"sin\", which reverse differentiation reached at ");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(
            () -> linearTranspose((List<Array> x) -> x, List.of(NdArray.ofInts(Shape.of(1), 1))))
        .withMessage(
            "linearTranspose needs floating inputs, but leaf \"0\" is i32[1]. Close over it instead"
                + " of passing it.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> linearTranspose(x -> x, X).apply(TestArrays.scalar(1)))
        .withMessage(
            "linearTranspose needs each cotangent in the shape and dtype of its output, but the"
                + " output is f32[2] and its cotangent f32[]. Broadcast or reduce it.");
  }
}
