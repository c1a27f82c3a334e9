package io.cambric.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;

class PrintOptionsTest {

  private static final PrintOptions DEFAULTS = PrintOptions.defaults();

  private static String text(PrintOptions options, float... values) {
    return options.during(() -> NdArray.of(Shape.of(values.length), values).valuesText());
  }

  @Test
  void precision_rounds_and_drops_zeros() {
    assertThat(text(DEFAULTS.withPrecision(2), 1.2345f, -0.001f, 0.125f, 3, Float.NaN))
        .isEqualTo("[1.23, -0.0, 0.12, 3.0, NaN]");
    assertThat(text(DEFAULTS.withPrecision(3), 1.23456e-5f, -6.54321e20f))
        .isEqualTo("[1.235E-5, -6.543E20]");
    assertThat(text(DEFAULTS.withPrecision(0), 2.5f, 17.9f)).isEqualTo("[2.0, 18.0]");
  }

  @Test
  void suppressed_exponents_become_digits() {
    assertThat(text(DEFAULTS.withSuppress(true), 1.5e-5f, 2e9f, Float.NEGATIVE_INFINITY))
        .isEqualTo("[0.000015, 2000000000.0, -Infinity]");
    assertThat(text(DEFAULTS.withSuppress(true).withPrecision(4), 1.5e-5f, 2e9f))
        .isEqualTo("[0.0, 2000000000.0]");
  }

  @Test
  void large_arrays_are_printed_at_their_edges() {
    var options = DEFAULTS.withThreshold(5).withEdgeItems(2);

    assertThat(text(options, 0, 1, 2, 3, 4)).isEqualTo("[0.0, 1.0, 2.0, 3.0, 4.0]");
    assertThat(text(options, 0, 1, 2, 3, 4, 5)).isEqualTo("[0.0, 1.0, ..., 4.0, 5.0]");
    assertThat(text(options.withEdgeItems(0), 0, 1, 2, 3, 4, 5)).isEqualTo("[...]");
  }

  @Test
  void options_hold_during_a_call_or_for_the_process() {
    var third = Numpy.array(1.0 / 3);
    var rounded = DEFAULTS.withPrecision(1);

    assertThat(Numpy.printoptions(rounded, third::toString)).isEqualTo("f32[1] [0.3]");
    assertThat(third.toString()).isEqualTo("f32[1] [0.33333334]");
    try {
      Numpy.setPrintoptions(rounded);
      assertThat(third.toString()).isEqualTo("f32[1] [0.3]");
      assertThat(Numpy.getPrintoptions()).isEqualTo(rounded);
    } finally {
      Numpy.setPrintoptions(DEFAULTS);
    }
  }

  @Test
  void options_are_not_negative() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> DEFAULTS.withPrecision(-1))
        .withMessage(
            "Print options need a precision, a threshold and edge items that are not negative, but got -1, 1000 and 3.");
  }
}
