package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.hessian;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.core.Array;
import org.junit.jupiter.api.Test;

/** Products of a segment and their derivatives, which are products of the others, by hand. */
class SegmentsTest {

  private static Array gradient(Array ids, int segments, float... data) {
    return grad((Array x) -> Segments.segmentProd(x, ids, segments).sum()).apply(array(data));
  }

  @Test
  void the_derivative_of_a_segments_product_is_the_product_of_the_others() {
    assertArray(gradient(array(0, 1, 0, 0), 2, 2, 3, 4, 5)).hasElements(20, 1, 10, 8);
  }

  @Test
  void one_zero_leaves_the_derivative_along_it_alone() {
    assertArray(gradient(array(0, 0, 0), 1, 0, 2, 3)).hasElements(6, 0, 0);
  }

  @Test
  void two_zeros_of_a_segment_leave_none_and_do_not_touch_another_one() {
    assertArray(gradient(array(0, 1, 0, 1), 2, 0, 3, 0, 5)).hasElements(0, 5, 0, 3);
  }

  @Test
  void rows_that_are_dropped_have_no_derivative() {
    assertArray(gradient(array(0, 7, -1, 0), 1, 2, Float.POSITIVE_INFINITY, Float.NaN, 5))
        .hasElements(5, 0, 0, 2);
  }

  @Test
  void a_product_beyond_the_dtype_has_the_derivative_of_its_others() {
    assertArray(gradient(array(0, 0, 0), 1, 1e30f, 1e30f, 1e-30f))
        .hasElements(1, 1, Double.POSITIVE_INFINITY);
    assertArray(gradient(array(0, 0), 1, 1e-30f, 1e-30f)).hasElements(1e-30f, 1e-30f);
  }

  @Test
  void the_second_derivative_at_two_zeros_is_the_product_of_the_rest() {
    var curvature =
        hessian((Array x) -> Segments.segmentProd(x, array(0, 0, 0), 1).sum())
            .apply(array(0f, 0f, 3f));

    assertArray((Array) curvature).hasElements(0, 3, 0, 3, 0, 0, 0, 0, 0);
  }

  @Test
  void derivatives_of_rows_are_mapped_and_compiled() {
    var ids = array(1, 1, 0);
    var data = array(new float[][] {{2, 3, 4}, {0, 5, 6}});
    var each = grad((Array x) -> Segments.segmentProd(x, ids, 2).sum());

    assertArray(jit(vmap((Array x) -> each.apply(x))).apply(data)).hasElements(3, 2, 1, 5, 0, 1);
  }

  @Test
  void rows_of_matrices_are_multiplied_column_by_column() {
    var data = array(new float[][] {{2, 3}, {4, 0}, {5, 6}});
    var gradient = grad((Array x) -> Segments.segmentProd(x, array(0, 0, 1), 2).sum()).apply(data);

    assertArray(gradient).hasElements(4, 0, 2, 3, 1, 1);
  }

  @Test
  void multiplying_places_that_repeat_has_the_same_derivative() {
    var places = array(1, 1, 0);
    var gradient =
        grad((Array v) ->
                Numpy.at(array(2f, 3f), io.cambric.core.Index.of(places)).multiply(v).sum())
            .apply(array(4f, 5f, 7f));

    assertArray(gradient).hasElements(15, 12, 2);
  }
}
