package io.cambric.frameworks.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderedCodeTest {

  private static String hex(OrderedCode code) {
    return HexFormat.of().formatHex(code.toByteArray());
  }

  @Test
  void the_key_of_a_part_is_the_one_that_tensorflow_writes() {
    var slice = new TensorSlice(List.of(3L, 0L), List.of(2L, 2L));

    assertThat(slice.key("emb/table".getBytes(StandardCharsets.UTF_8)))
        .asString(StandardCharsets.ISO_8859_1)
        .isEqualTo("\0emb/table\0\1\1\2\u0083\u0082\u0080\u0082");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 80",
    "1, 81",
    "-1, 7f",
    "63, bf",
    "-64, 40",
    "64, c040",
    "-65, 3fbf",
    "8191, dfff",
    "8192, e02000",
    "36028797018963967, ff7fffffffffffff",
    "9223372036854775807, ffc07fffffffffffffff",
    "-9223372036854775808, 003f8000000000000000"
  })
  void a_number_with_a_sign_begins_with_its_length(long value, String code) {
    assertThat(hex(new OrderedCode().signed(value))).isEqualTo(code);
  }

  @Test
  void the_order_of_codes_is_the_order_of_numbers() {
    long[] values = {
      Long.MIN_VALUE, -9000, -65, -64, -1, 0, 63, 64, 8192, 1L << 55, Long.MAX_VALUE
    };
    for (int i = 1; i < values.length; i++) {
      assertThat(
              Arrays.compareUnsigned(
                  new OrderedCode().signed(values[i - 1]).toByteArray(),
                  new OrderedCode().signed(values[i]).toByteArray()))
          .isNegative();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 00", "1, 0101", "256, 020100", "-1, 08ffffffffffffffff"})
  void a_number_without_a_sign_begins_with_its_number_of_bytes(long value, String code) {
    assertThat(hex(new OrderedCode().number(value))).isEqualTo(code);
  }

  @Test
  void bytes_end_with_0_and_1_so_0_and_255_are_followed_by_another_byte() {
    assertThat(hex(new OrderedCode().bytes(new byte[] {0, 7, -1}))).isEqualTo("00ff07ff000001");
  }
}
