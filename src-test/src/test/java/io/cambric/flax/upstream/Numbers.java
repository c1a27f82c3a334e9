package io.cambric.flax.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;

/** A comparison with recorded numbers. */
final class Numbers {

  private Numbers() {}

  /** Checks the elements of an array against numbers of Flax, up to the rounding of f32. */
  static void assertNumbers(Array actual, double... expected) {
    assertNumbers(actual, NdArray.of(Shape.of(expected.length), floats(expected)));
  }

  /** Checks the elements of an array against those of another, up to the rounding of f32. */
  static void assertNumbers(Array actual, Array expected) {
    assertThat(actual.toFloats()).containsExactly(expected.toFloats(), within(1e-5f));
  }

  private static float[] floats(double... values) {
    var floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }
}
