package io.cambric.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckTest {

  private static final Tolerance LOOSE = Tolerance.of(1e-3, 1e-3);

  private final Check check = new Check();

  @Test
  void values_within_the_tolerance_are_equal() {
    compare(floats(1000, 0), floats(1000.9f, 0.0009f), LOOSE);

    assertThat(check.differences()).isEmpty();
  }

  @Test
  void the_worst_element_is_named_with_its_position() {
    compare(floats(1, 2), floats(1.5f, 4), LOOSE);

    assertThat(check.differences())
        .containsExactly(
            "x: 2 of 2 elements differ, most at [1]: expected 2.0 but was 4.0"
                + " (off by 2.00, allowed rtol 0.0010, atol 0.0010)");
  }

  @Test
  void nan_meets_nan_and_infinities_meet_those_of_their_sign_only() {
    compare(
        floats(Float.NaN, Float.POSITIVE_INFINITY),
        floats(Float.NaN, Float.POSITIVE_INFINITY),
        LOOSE);
    assertThat(check.differences()).isEmpty();

    compare(floats(Float.NaN, Float.POSITIVE_INFINITY), floats(1, Float.NEGATIVE_INFINITY), LOOSE);
    assertThat(check.differences()).singleElement().asString().startsWith("x: 2 of 2");
  }

  @Test
  void the_sign_of_zero_counts_only_where_values_are_exact() {
    compare(floats(0), floats(-0f), Tolerance.EQUAL);
    assertThat(check.differences()).isEmpty();

    compare(floats(0), floats(-0f), Tolerance.EXACT);
    assertThat(check.differences()).hasSize(1);
  }

  @Test
  void a_subnormal_meets_a_zero_of_its_sign_since_flushing_is_not_binding() {
    compare(floats(-0f, 1e-40f), floats(-1e-40f, 0), Tolerance.EXACT);
    assertThat(check.differences()).isEmpty();

    compare(floats(0, 0), floats(-1e-40f, 1.2e-38f), Tolerance.EXACT);
    assertThat(check.differences()).singleElement().asString().startsWith("x: 2 of 2");
  }

  @Test
  void the_largest_element_is_the_scale_where_the_class_says_so() {
    compare(floats(1000, 1), floats(1000, 1.5f), new Tolerance(1e-3, 0, true, 0, false));

    assertThat(check.differences()).isEmpty();
  }

  @Test
  void neighbouring_floats_are_equal_where_an_ulp_is_allowed() {
    compare(floats(1, -0f), floats(Math.nextUp(1f), Float.MIN_VALUE), Tolerance.EQUAL.orUlps(1));
    assertThat(check.differences()).isEmpty();

    compare(floats(1), floats(1 + 3e-7f), Tolerance.EQUAL.orUlps(1));
    assertThat(check.differences()).hasSize(1);
  }

  @Test
  void another_dtype_or_shape_is_a_difference_whatever_the_values() {
    compare(floats(1), NdArray.ofInts(Shape.of(1), 1), LOOSE);
    compare(floats(1), NdArray.of(Shape.of(1, 1), 1), LOOSE);

    assertThat(check.differences())
        .containsExactly(
            "x: expected f32[1] but was i32[1]", "x: expected f32[1] but was f32[1,1]");
  }

  @Test
  void trees_are_compared_leaf_by_leaf_and_differences_have_paths() {
    check.tree(
        "out",
        Map.of("a", List.of(floats(1), 2L), "b", 3.0),
        Map.of("a", List.of(floats(2), NdArray.scalar(DType.I32, 2)), "b", NdArray.weakScalar(3.0)),
        LOOSE);

    assertThat(check.differences()).singleElement().asString().startsWith("out/a/0: 1 of 1");
  }

  @Test
  void missing_and_surplus_keys_are_differences() {
    check.tree("out", Map.of("a", 1L), Map.of("b", 1L), LOOSE);

    assertThat(check.differences()).containsExactly("out keys: expected [a] but was [b]");
  }

  private void compare(NdArray expected, NdArray actual, Tolerance tolerance) {
    check.array("x", expected, actual, tolerance);
  }

  private static NdArray floats(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }
}
