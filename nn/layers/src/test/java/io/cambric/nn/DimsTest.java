package io.cambric.nn;

import static io.cambric.numpy.Numpy.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** The generated methods check the axes that {@code @Dims} gives arrays. */
class DimsTest {

  private static final Key KEY = Key.of(0);

  @Module
  record FlatDef(int classes) {
    @Compact
    @Dims("batch classes")
    Array call(@Dims("batch 4*classes") Array x) {
      return Dense.of(classes).call(x);
    }
  }

  @Module
  record WeightedDef(int wrong) {
    @Compact
    @Dims("... 3")
    Array call(@Dims("... time _") Array x, @Dims("time") Array weights) {
      return Dense.of(wrong).call(x).mul(weights.expandDims(-1));
    }
  }

  @Module
  record ScalarDef() {
    @Compact
    Array call(@Dims("") Array x) {
      return x.mul(2);
    }
  }

  @Test
  void arrays_with_the_axes_pass() {
    var flat = Flat.of(2);
    var variables = flat.init(KEY, ones(5, 8));

    assertThat(flat.apply(variables, ones(7, 8)).shape()).isEqualTo(Shape.of(7, 2));
    assertThat(Weighted.of(3).init(KEY, ones(6, 5, 4), ones(5)).params().paths())
        .containsExactly("Dense_0/bias", "Dense_0/kernel");
    assertThat(Scalar.of().apply(Scalar.of().init(KEY, ones()), ones()).item()).isEqualTo(2);
  }

  @Test
  void size_that_follows_from_a_component_is_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Flat.of(2).init(KEY, ones(5, 9)))
        .withMessage(
            "Flat.call needs @Dims(\"batch 4*classes\") of x, but got f32[5,9]: axis 1 is 9, not 8."
                + " Pass an array of these axes.");
  }

  @Test
  void other_rank_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Flat.of(2).init(KEY, ones(8)))
        .withMessage(
            "Flat.call needs @Dims(\"batch 4*classes\") of x, but got f32[8]: it has 1 axes, not 2."
                + " Pass an array of these axes.");
  }

  @Test
  void name_stands_for_one_size_in_a_call() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Weighted.of(3).init(KEY, ones(6, 5, 4), ones(4)))
        .withMessage(
            "Weighted.call needs @Dims(\"time\") of weights, but got f32[4]: axis 0 is 4, but time"
                + " is 5 in x. Pass an array of these axes.");
  }

  @Test
  void result_is_checked() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Weighted.of(4).init(KEY, ones(5, 4), ones(5)))
        .withMessage(
            "Weighted.call needs @Dims(\"... 3\") of the result, but got f32[5,4]: axis 1 is 4, not"
                + " 3. Mend the method, or its @Dims.");
  }

  @Test
  void lanes_of_a_mapped_module_have_the_axes() {
    var mapped = Flat.of(2).vmap().variableAxis("params", 0).splitRngs("params");

    assertThat(mapped.init(KEY, ones(3, 5, 8)).params().get("Dense_0", "kernel").shape())
        .isEqualTo(Shape.of(3, 8, 2));
  }

  @Test
  void compiled_program_is_checked_when_it_is_traced() {
    var flat = Flat.of(2);
    var variables = flat.init(KEY, ones(5, 8));
    var f = Transforms.jit((Array x) -> flat.apply(variables, x));

    assertThat(f.apply(ones(5, 8)).shape()).isEqualTo(Shape.of(5, 2));
    assertThatExceptionOfType(ShapeException.class).isThrownBy(() -> f.apply(ones(5, 7)));
  }
}
