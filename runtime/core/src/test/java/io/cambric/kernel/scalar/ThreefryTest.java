package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreefryTest {

  @ParameterizedTest
  @CsvSource({
    "00000000 00000000, 00000000 00000000, 6b200159 99ba4efe",
    "ffffffff ffffffff, ffffffff ffffffff, 1cb996fc bb002be7",
    "13198a2e 03707344, 243f6a88 85a308d3, c4923a9c 483df7a0"
  })
  void gives_the_vectors_of_random123(String key, String counter, String expected) {
    int[] words = new int[6];
    System.arraycopy(parse(key), 0, words, 0, 2);
    System.arraycopy(parse(counter), 0, words, 2, 2);
    var buffer = Buffer.wrap(DType.U32, words);
    new PlainKernels()
        .threefry(
            1,
            List.of(at(buffer, 0), at(buffer, 1), at(buffer, 2), at(buffer, 3)),
            List.of(at(buffer, 4), at(buffer, 5)));
    assertThat(new int[] {words[4], words[5]}).isEqualTo(parse(expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 1023, 1024, 1025, 20_000})
  void each_counter_of_many_is_encrypted_alone(int count) {
    int[] words = new Random(count).ints(2L + 2L * count).toArray();
    for (int keyStride = 0; keyStride < 2; keyStride++) {
      int[] expected = new int[2 * count];
      for (int i = 0; i < count; i++) {
        encrypt(words, i, keyStride, 1, expected, i, count);
      }
      int[] out = new int[2 * count];
      encrypt(words, 0, keyStride, count, out, 0, count);
      assertThat(out).isEqualTo(expected);
    }
  }

  private static void encrypt(
      int[] words, int first, int keyStride, int count, int[] out, int to, int second) {
    new PlainKernels()
        .threefry(
            count,
            List.of(
                operand(words, first * keyStride, keyStride),
                operand(words, first * keyStride + 1, keyStride),
                operand(words, 2 + 2 * first, 2),
                operand(words, 3 + 2 * first, 2)),
            List.of(operand(out, to, 1), operand(out, second + to, 1)));
  }

  private static Operand operand(int[] words, int offset, int stride) {
    return new Operand(Buffer.wrap(DType.U32, words), offset, new int[] {stride});
  }

  private static Operand at(Buffer buffer, int offset) {
    return new Operand(buffer, offset, new int[] {1});
  }

  private static int[] parse(String words) {
    return java.util.Arrays.stream(words.split(" "))
        .mapToInt(word -> Integer.parseUnsignedInt(word, 16))
        .toArray();
  }
}
