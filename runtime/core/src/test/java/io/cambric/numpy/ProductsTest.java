package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.einsum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductsTest {

  private static Array ramp(int... dims) {
    return arange(Shape.of(dims).size()).astype(DType.F32).reshape(dims);
  }

  @Test
  void leading_axes_of_matrices_broadcast() {
    assertThat(ramp(5, 1, 2, 3).matmul(ramp(4, 3, 6)).shape()).isEqualTo(Shape.of(5, 4, 2, 6));
    assertThat(ramp(2, 3).matmul(ramp(4, 3, 6)).shape()).isEqualTo(Shape.of(4, 2, 6));
    assertThat(ramp(5, 2, 3).matmul(ramp(3, 6)).shape()).isEqualTo(Shape.of(5, 2, 6));
    assertThat(ramp(3).matmul(ramp(4, 3, 6)).shape()).isEqualTo(Shape.of(4, 6));
    assertThat(ramp(5, 2, 3).matmul(ramp(3)).shape()).isEqualTo(Shape.of(5, 2));
    assertThat(ramp(3).matmul(ramp(3)).shape()).isEqualTo(Shape.scalar());
  }

  @Test
  void matmul_multiplies_each_pair_of_matrices() {
    var x = ramp(2, 2, 3);
    var y = ramp(2, 3, 2);

    var product = x.matmul(y);

    assertThat(product.get(1).toFloats()).isEqualTo(x.get(1).matmul(y.get(1)).toFloats());
    assertArray(product.get(0)).hasElements(10, 13, 28, 40);
  }

  @Test
  void matmul_names_the_shapes_that_do_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> ramp(2, 3).matmul(ramp(2, 3)))
        .withMessageStartingWith(
            "matmul needs a last axis of x as long as the second-to-last axis of y, or its "
                + "only axis, but got f32[2,3] and f32[2,3].");
  }

  @Test
  void a_zero_times_an_infinity_is_kept() {
    assertArray(Numpy.dot(array(0f, 1f), array(Float.POSITIVE_INFINITY, 1f)))
        .hasElements(Double.NaN);
  }

  @Test
  void products_of_tensors_have_the_free_axes_in_order() {
    assertThat(Numpy.dot(ramp(2, 3), ramp(4, 3, 5)).shape()).isEqualTo(Shape.of(2, 4, 5));
    assertThat(Numpy.inner(ramp(2, 3), ramp(4, 3)).shape()).isEqualTo(Shape.of(2, 4));
    assertThat(Numpy.tensordot(ramp(2, 3, 4), ramp(4, 3, 5), Axes.of(1, 2), Axes.of(1, 0)).shape())
        .isEqualTo(Shape.of(2, 5));
    assertArray(Numpy.outer(array(1, 2), array(3, 4))).hasElements(3, 4, 6, 8);
    assertArray(Numpy.vdot(ramp(2, 2), ramp(2, 2))).hasElements(14);
    assertArray(Numpy.kron(array(1, 2), array(1, 10))).hasElements(1, 10, 2, 20);
    assertArray(Numpy.matmul(array(true, false), array(true, true))).hasType("bool[]");
  }

  @ParameterizedTest
  @CsvSource({
    "'ij,jk->ik', '2 3', '3 4', '2 4'",
    "'ij,jk', '2 3', '3 4', '2 4'",
    "'ij,kj->ki', '2 3', '4 3', '4 2'",
    "'bqhd,bkhd->bhqk', '2 3 4 5', '2 6 4 5', '2 4 3 6'",
    "'...ij,...jk->...ik', '7 1 2 3', '5 3 4', '7 5 2 4'",
    "'...i,i', '4 3', '3', '4'",
    "'ij,ij->', '2 3', '2 3', ''",
    "'i,j->ij', '2', '3', '2 3'",
    "'ii,i->i', '3 3', '3', '3'",
    "'ba,ca', '2 3', '4 3', '2 4'",
  })
  void einsum_has_the_shape_of_its_formula(String formula, String x, String y, String result) {
    assertThat(einsum(formula, ramp(dims(x)), ramp(dims(y))).shape())
        .isEqualTo(Shape.of(dims(result)));
  }

  private static int[] dims(String text) {
    return text.isEmpty()
        ? new int[0]
        : java.util.Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void einsum_computes_what_the_named_functions_do() {
    var x = ramp(3, 3);
    var y = ramp(3, 3).add(1);

    assertThat(einsum("ij,jk->ik", x, y).toFloats()).isEqualTo(x.matmul(y).toFloats());
    assertArray(einsum("ii", x)).hasElements(12);
    assertArray(einsum("ii->i", x)).hasElements(0, 4, 8);
    assertArray(einsum("iji->ji", ramp(2, 3, 2))).hasElements(0, 7, 2, 9, 4, 11);
    assertArray(einsum("jiii->ij", ramp(2, 2, 2, 2))).hasElements(0, 8, 7, 15);
    assertArray(einsum("ij->ji", x)).hasElements(0, 3, 6, 1, 4, 7, 2, 5, 8);
    assertArray(einsum("ij->i", x)).hasElements(3, 12, 21);
    assertThat(einsum("ij,jk,kl->il", x, y, x).toFloats())
        .isEqualTo(x.matmul(y).matmul(x).toFloats());
  }

  @Test
  void einsum_says_what_a_formula_lacks() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> einsum("ij,jk->ik", ramp(2, 3)))
        .withMessageStartingWith(
            "einsum \"ij,jk->ik\" needs a term for each of 1 operands, but got [f32[2,3]].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> einsum("ij,jk->iz", ramp(2, 3), ramp(3, 2)))
        .withMessageContaining("needs each letter of the result once, and in at least one operand");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> einsum("ij,jk->ik", ramp(2, 3), ramp(2, 3)))
        .withMessageContaining(
            "needs equal sizes, or 1, along axes with the same label, but has 3 and 2");
  }

  @Test
  void einsum_path_names_pairs_with_the_product_last() {
    var tall = Numpy.ones(100, 2);
    var wide = Numpy.ones(2, 100);

    assertThat(Numpy.einsumPath("ij,jk,kl->il", tall, wide, tall).toString())
        .isEqualTo("[[1, 2], [0, 1]]");
    assertThat(Numpy.einsumPath("ij,jk->ik", tall, wide).toString()).isEqualTo("[[0, 1]]");
    assertThat(Numpy.einsumPath("ij->i", tall).toString()).isEqualTo("[[0]]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.einsumPath("ij,jk", tall, tall))
        .withMessageContaining("einsum_path \"ij,jk\" needs equal sizes");
  }
}
