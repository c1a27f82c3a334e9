package io.cambric.lax.op;

import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Sizes that operations compute, which are refused where an int would not hold them. */
class ComputedSizesTest {

  private static void assertTooLong(Array operand, UnaryOperator<Array> f, String message) {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> makeJaxpr((Array x) -> f.apply(x), operand))
        .withMessage(message);
  }

  @Test
  void concatenation_counts_beyond_an_int() {
    assertTooLong(
        Numpy.zeros(),
        x -> {
          var half = Lax.broadcastInDim(x, Shape.of(1 << 30), Axes.of());
          return Numpy.concatenate(half, half);
        },
        "concatenate yields an axis of 2147483648 elements, but a Java array holds at "
            + "most 2147483639. Split an operand along this axis.");
  }

  @Test
  void padding_counts_beyond_an_int() {
    assertTooLong(
        Numpy.zeros(3),
        x -> Numpy.pad(x, new int[][] {{Integer.MAX_VALUE, 5}}),
        "pad yields an axis of 2147483655 elements, but a Java array holds at most "
            + "2147483639. Split an operand along this axis.");
    assertTooLong(
        Numpy.zeros(5),
        x -> Lax.pad(x, Numpy.zeros(), Axes.of(0), Axes.of(0), Axes.of(1 << 30)),
        "pad yields an axis of 4294967301 elements, but a Java array holds at most "
            + "2147483639. Split an operand along this axis.");
  }
}
