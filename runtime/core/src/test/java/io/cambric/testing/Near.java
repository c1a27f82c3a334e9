package io.cambric.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Arrays;

/** Small arrays, and their comparison with values that Flax computed in f32. */
public final class Near {

  private Near() {}

  /** Each element within 2e-6 + 2e-6 |expected|. */
  public static void assertNear(Array actual, double... expected) {
    var values = actual.toFloats();
    assertThat(values).as("%s", actual).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(values[i])
          .as("element %d of %s", i, actual)
          .isCloseTo((float) expected[i], within((float) (2e-6 + 2e-6 * Math.abs(expected[i]))));
    }
  }

  /** {@return an array of a shape with these elements} */
  public static Array array(Shape shape, double... values) {
    var floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return NdArray.of(shape, floats);
  }

  /** {@return ones} */
  public static Array ones(int... dims) {
    return filled(1, dims);
  }

  /** {@return an array of one value} */
  public static Array filled(double value, int... dims) {
    var values = new double[Shape.of(dims).size()];
    Arrays.fill(values, value);
    return array(Shape.of(dims), values);
  }

  /** {@return 0, 1, 2, ... in a shape} */
  public static Array range(int... dims) {
    var values = new double[Shape.of(dims).size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return array(Shape.of(dims), values);
  }
}
