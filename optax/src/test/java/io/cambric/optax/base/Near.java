package io.cambric.optax.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;

/** Compares arrays with values that Optax computed in f32. */
public final class Near {

  private Near() {}

  /** Each element within 1e-6 + 1e-5 |expected|. */
  public static void assertNear(Array actual, double... expected) {
    var values = actual.toFloats();
    assertThat(values).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (Double.isFinite(expected[i])) {
        assertThat(values[i])
            .as("element %d of %s", i, actual)
            .isCloseTo((float) expected[i], within((float) (1e-6 + 1e-5 * Math.abs(expected[i]))));
      } else {
        assertThat(values[i]).as("element %d", i).isEqualTo(Float.valueOf((float) expected[i]));
      }
    }
  }
}
