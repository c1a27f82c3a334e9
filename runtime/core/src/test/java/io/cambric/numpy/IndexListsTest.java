package io.cambric.numpy;

import static io.cambric.numpy.Numpy.applyOverAxes;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.diagIndicesFrom;
import static io.cambric.numpy.Numpy.maskIndices;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.spacing;
import static io.cambric.numpy.Numpy.sum;
import static io.cambric.numpy.Numpy.tril;
import static io.cambric.numpy.Numpy.trilIndicesFrom;
import static io.cambric.numpy.Numpy.triu;
import static io.cambric.numpy.Numpy.triuIndicesFrom;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of places and functions along several axes; values are those of jax 0.10.2. */
class IndexListsTest {

  private static void assertPlaces(List<Array> places, int[] rows, int[] columns) {
    assertThat(places.get(0).toInts()).containsExactly(rows);
    assertThat(places.get(1).toInts()).containsExactly(columns);
  }

  @Test
  void places_of_triangles_are_those_of_the_shape_of_a_matrix() {
    assertPlaces(
        trilIndicesFrom(ones(2, 3), 1), new int[] {0, 0, 1, 1, 1}, new int[] {0, 1, 0, 1, 2});
    assertPlaces(triuIndicesFrom(ones(2, 3)), new int[] {0, 0, 0, 1, 1}, new int[] {0, 1, 2, 1, 2});
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> triuIndicesFrom(ones(3)))
        .withMessage("triu_indices_from needs a matrix, but got f32[3].");
  }

  @Test
  void places_of_a_diagonal_need_axes_of_one_size() {
    assertThat(diagIndicesFrom(ones(2, 2, 2))).hasSize(3);
    assertThat(diagIndicesFrom(ones(2, 2)).get(1).toInts()).containsExactly(0, 1);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> diagIndicesFrom(ones(2, 3)))
        .withMessage(
            "diag_indices_from needs an array with at least two axes, all of the same size, but got f32[2,3].");
  }

  @Test
  void places_of_a_mask_are_those_that_it_keeps() {
    assertPlaces(
        maskIndices(3, x -> triu(x)), new int[] {0, 0, 0, 1, 1, 2}, new int[] {0, 1, 2, 1, 2, 2});
    assertPlaces(maskIndices(3, x -> tril(x, -1)), new int[] {1, 2, 2}, new int[] {0, 0, 1});
    var jitted = Transforms.jit((Array x) -> maskIndices(3, m -> tril(m.mul(x), -1), 4).get(0));
    assertThat(jitted.apply(ones())).extracting(Array::shape).isEqualTo(Shape.of(4));
  }

  @Test
  void axes_that_a_function_takes_away_come_back_with_size_one() {
    var x = arange(24.0).reshape(2, 3, 4);

    assertThat(applyOverAxes((a, axis) -> sum(a, axis), x, 0, 2).toString())
        .isEqualTo("f32[1,3,1] [[[60.0], [92.0], [124.0]]]");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> applyOverAxes((a, axis) -> a.sum(), x, 0))
        .withMessage(
            "apply_over_axes needs a function that keeps or reduces the axis, but it made f32[] of f32[2,3,4] along axis 0.");
  }

  @Test
  void spacing_is_the_distance_to_the_next_number() {
    assertThat(spacing(array(0.0, 1.0, -1.0, 1e10, -3.5)).toFloats())
        .containsExactly(0x1p-149f, 0x1p-23f, -0x1p-23f, 1024, -0x1p-22f);
    assertThat(spacing(array(0.0, 1.0, -1.0, -3.5).astype(DType.F16)).toFloats())
        .containsExactly(0x1p-24f, 0x1p-10f, 0x1p-11f, 0x1p-9f);
    assertThat(spacing(array(Double.POSITIVE_INFINITY)).item()).isNaN();
    assertThat(spacing(array(3)).toString()).isEqualTo("f32[1] [2.3841858E-7]");
  }
}
