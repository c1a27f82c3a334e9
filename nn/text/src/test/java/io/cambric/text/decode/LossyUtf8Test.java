package io.cambric.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossyUtf8Test {

  /** The replacements are those of Rust. */
  @ParameterizedTest
  @CsvSource({
    "80, 1",
    "c3, 1",
    "c0af, 2",
    "e4b8, 1",
    "e080, 2",
    "eda080, 3",
    "f09f99, 1",
    "f0809f, 3",
    "f4908080, 4",
    "f5, 1",
    "e4b8c3, 2"
  })
  void bytes_that_are_no_character_become_replacements(String hex, int replacements) {
    var bytes = HexFormat.of().parseHex("61" + hex + "62");

    assertThat(LossyUtf8.decode(bytes)).isEqualTo("a" + "\ufffd".repeat(replacements) + "b");
  }

  @Test
  void a_text_is_decoded_as_it_is() {
    var text = "a\u00e9\u4e16\ud83d\ude42";

    assertThat(LossyUtf8.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    assertThat(LossyUtf8.decode(new byte[0])).isEmpty();
  }
}
