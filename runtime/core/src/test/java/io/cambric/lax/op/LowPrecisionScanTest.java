package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Cumulative sums in low precision, with values from JAX 0.10.2 on CPU. */
class LowPrecisionScanTest {

  @Test
  void sums_of_bf16_are_rounded_at_each_step_and_blocks_are_combined_last() {
    float[] line = {
      -3.203125f,
      -5.3125f,
      -0.9921875f,
      1.6796875f,
      4.53125f,
      0.439453125f,
      -2.203125f,
      -3.140625f,
      3.0f,
      6.53125f,
      1.09375f,
      -4.9375f,
      -3.828125f,
      6.40625f,
      0.8125f,
      -6.9375f,
      -0.333984375f,
      -4.65625f,
      -2.515625f,
      -1.953125f,
      -2.859375f,
      2.21875f,
      -0.251953125f,
      -2.359375f
    };

    new LowPrecisionScan(DType.BF16, false, false).run(line, line.length);

    assertThat(line)
        .containsExactly(
            -3.203125f,
            -8.5f,
            -9.5f,
            -7.8125f,
            -3.28125f,
            -2.84375f,
            -5.0625f,
            -8.1875f,
            -5.1875f,
            1.34375f,
            2.4375f,
            -2.5f,
            -6.3125f,
            0.09375f,
            0.90625f,
            -6.03125f,
            -6.375f,
            -11.0f,
            -13.5f,
            -15.5f,
            -18.375f,
            -16.125f,
            -16.375f,
            -18.75f);
  }

  @Test
  void blocks_of_blocks_count_whatever_the_direction() {
    float[] ones = new float[1000];
    Arrays.fill(ones, 1);
    float[] reversed = ones.clone();

    new LowPrecisionScan(DType.F16, false, false).run(ones, ones.length);
    new LowPrecisionScan(DType.F16, false, true).run(reversed, reversed.length);

    for (int i = 0; i < ones.length; i++) {
      assertThat(ones[i]).isEqualTo(i + 1);
      assertThat(reversed[i]).isEqualTo(1000 - i);
    }
  }

  @Test
  void products_are_rounded_too() {
    float[] line = {1.0078125f, 1.0078125f, 1.0078125f};

    new LowPrecisionScan(DType.BF16, true, false).run(line, line.length);

    assertThat(line).containsExactly(1.0078125f, 1.015625f, 1.0234375f);
  }
}
