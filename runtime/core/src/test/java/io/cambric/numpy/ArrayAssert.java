package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Arrays;

/** Assertions about an array in tests: its type, and its elements in row-major order. */
public final class ArrayAssert {

  private final NdArray actual;

  private ArrayAssert(NdArray actual) {
    this.actual = actual;
  }

  public static ArrayAssert assertArray(Array actual) {
    return new ArrayAssert(actual.concrete("assertArray"));
  }

  /** Such as {@code f32[2,3]}, with a star when weak. */
  public ArrayAssert hasType(String type) {
    assertThat(actual.aval().toText()).isEqualTo(type);
    return this;
  }

  public void hasElements(double... expected) {
    assertThat(elements()).containsExactly(expected);
  }

  /** Relative to each element, and absolute near 0. */
  public void isNear(double tolerance, double... expected) {
    double[] elements = elements();
    assertThat(elements).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      var what = "element %d of %s".formatted(i, Arrays.toString(elements));
      if (Double.isNaN(expected[i]) || Double.isInfinite(expected[i])) {
        assertThat(elements[i]).as(what).isEqualTo(Double.valueOf(expected[i]));
      } else {
        double bound = tolerance * Math.max(1e-3, Math.abs(expected[i]));
        assertThat(elements[i]).as(what).isCloseTo(expected[i], within(bound));
      }
    }
  }

  private double[] elements() {
    double[] elements = new double[actual.size()];
    Arrays.setAll(elements, actual::getDouble);
    return elements;
  }
}
