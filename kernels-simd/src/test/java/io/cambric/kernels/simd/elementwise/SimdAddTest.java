package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.testing.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimdAddTest {

  static LongStream seeds() {
    return Seeds.of(50);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void floats_are_added_at_their_offsets_and_nowhere_else(long seed) {
    var random = Seeds.generator(seed);
    int n = random.nextInt(200);
    int from = random.nextInt(20);
    int to = random.nextInt(20);
    float[] summands = new float[from + n + 5];
    float[] sums = new float[to + n + 5];
    for (int i = 0; i < summands.length; i++) {
      summands[i] = random.nextFloat(-1, 1);
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] = random.nextFloat(-1, 1);
    }
    float[] expected = sums.clone();
    new PlainKernels().add(summands, from, expected, to, n);

    new SimdKernels().add(summands, from, sums, to, n);

    assertThat(sums).containsExactly(expected);
  }
}
