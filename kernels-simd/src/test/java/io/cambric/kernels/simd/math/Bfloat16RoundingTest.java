package io.cambric.kernels.simd.math;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.BFloat16;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Bfloat16RoundingTest {

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "vectors={0}")
  @ValueSource(booleans = {true, false})
  void floats_are_rounded_to_the_nearest_bfloat16_with_ties_to_even(boolean vectors) {
    WarmUp.skipWaiting(vectors);
    var random = new Random(3);
    float[] values = new float[5003];
    for (int i = 0; i < values.length; i++) {
      // Any bits, and ties.
      int bits = random.nextInt();
      values[i] = Float.intBitsToFloat(i % 3 == 0 ? bits & 0xFFFF_0000 | 0x8000 : bits);
    }
    float[] actual = values.clone();

    VectorFunctions.TO_BFLOAT16.run(actual, 1, actual, 1, values.length - 1);

    assertThat(Float.floatToRawIntBits(actual[0])).isEqualTo(Float.floatToRawIntBits(values[0]));
    for (int i = 1; i < values.length; i++) {
      float expected = BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(values[i]));
      assertThat(Float.floatToRawIntBits(actual[i]))
          .as("%d: %s", i, values[i])
          .isEqualTo(Float.floatToRawIntBits(expected));
    }
  }
}
