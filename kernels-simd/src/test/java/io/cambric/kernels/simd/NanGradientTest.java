package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** NaN in generated loops: the elements that it reaches, and the elements that it leaves alone. */
class NanGradientTest {

  private static final int COLUMNS = 77;

  @BeforeEach
  void use_vector_code_from_the_first_call_on() {
    WarmUp.skipWaiting(true);
  }

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  @Test
  void an_extremum_that_is_nan_has_a_gradient_of_nan_in_its_row_only() {
    float[] values = new float[2 * COLUMNS];
    values[COLUMNS / 2] = Float.NaN;
    var x = NdArray.of(Shape.of(2, COLUMNS), values);
    for (var rows : List.<ArrayFn>of(at -> at.max(1).sum(), at -> at.min(1).sum())) {
      ArrayFn gradient = at -> Transforms.grad(rows).apply(at);
      for (Array result : List.of(gradient.apply(x), Transforms.jit(gradient).apply(x))) {
        float[] actual = ((NdArray) result).toFloats();
        for (int i = 0; i < actual.length; i++) {
          float expected = i < COLUMNS ? Float.NaN : 1f / COLUMNS;
          assertThat(actual[i]).as("gradient at %d", i).isEqualTo(Float.valueOf(expected));
        }
      }
    }
  }
}
