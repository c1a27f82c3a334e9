package io.cambric.lax.dims;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;

class ConvDimsTest {

  @Test
  void axes_do_not_count_from_the_last() {
    var axes = Axes.of(-2, -1);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> new ConvDims(axes, axes, axes))
        .withMessageStartingWith(
            "ConvDims needs three permutations of equal length, but got [-2, -1], [-2, -1] and [-2, -1].");
  }
}
