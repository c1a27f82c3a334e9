package io.cambric.kernels.simd.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimdThreefryTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 1023, 1024, 1025, 20_000})
  void one_key_for_many_counters_agrees_with_plain(int count) {
    int[] words = new Random(count).ints(2L + 2L * count).toArray();
    assertThat(run(Compiled.kernels(), words, count, 0))
        .isEqualTo(run(new PlainKernels(), words, count, 0));
    assertThat(run(Compiled.kernels(), words, count, 1))
        .isEqualTo(run(new PlainKernels(), words, count, 1));
  }

  private static int[] run(Kernels kernels, int[] words, int count, int keyStride) {
    int[] out = new int[2 * count];
    kernels.threefry(
        count,
        List.of(
            operand(words, 0, keyStride),
            operand(words, 1, keyStride),
            operand(words, 2, 2),
            operand(words, 3, 2)),
        List.of(operand(out, 0, 1), operand(out, count, 1)));
    return out;
  }

  private static Operand operand(int[] words, int offset, int stride) {
    return new Operand(Buffer.wrap(DType.U32, words), offset, new int[] {stride});
  }
}
