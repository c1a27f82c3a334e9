package io.cambric.numpy;

import static io.cambric.numpy.Numpy.bartlett;
import static io.cambric.numpy.Numpy.blackman;
import static io.cambric.numpy.Numpy.hamming;
import static io.cambric.numpy.Numpy.hanning;
import static io.cambric.numpy.Numpy.kaiser;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withPrecision;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Windows of signals; values are those of jax.numpy of jax 0.10.2. */
class WindowsTest {

  @Test
  void windows_rise_to_the_middle_and_fall_again() {
    assertWindow(bartlett(5), 0, 0.5f, 1, 0.5f, 0);
    assertWindow(bartlett(4), 0, 0.6666667f, 0.6666667f, 0);
    assertWindow(blackman(5), 0, 0.34f, 1, 0.34f, 0);
    assertWindow(hamming(5), 0.08f, 0.54f, 1, 0.54f, 0.08f);
    assertWindow(hanning(5), 0, 0.5f, 1, 0.5f, 0);
    assertWindow(kaiser(5, 8.6), 0.00133251f, 0.3403937f, 1, 0.3403937f, 0.00133251f);
  }

  private static void assertWindow(Array window, float... expected) {
    assertThat(window.toFloats()).containsExactly(expected, withPrecision(1e-6f));
  }

  @Test
  void windows_of_one_element_are_one_and_of_none_empty() {
    assertThat(hanning(1).toFloats()).containsExactly(1);
    assertThat(kaiser(1, 3).toFloats()).containsExactly(1);
    assertThat(bartlett(0).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void kaiser_has_a_derivative_in_beta() {
    var slope = Transforms.grad((Array beta) -> kaiser(5, beta).sum()).apply(scalar(2.0));

    assertThat(slope.item()).isCloseTo(-0.8395294, within(1e-5));
  }

  @Test
  void windows_name_a_negative_size() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> hamming(-1))
        .withMessage("hamming needs a size of at least 0, but got -1.");
  }
}
