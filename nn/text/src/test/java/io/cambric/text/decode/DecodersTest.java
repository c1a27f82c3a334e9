package io.cambric.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodersTest {

  private static String decode(String json, String... tokens) {
    return String.join("", Decoders.read(JsonValue.parse("Decoder", json)).apply(List.of(tokens)));
  }

  @Test
  void word_piece_joins_words() {
    var json = "{\"type\": \"WordPiece\", \"prefix\": \"##\", \"cleanup\": %s}";

    assertThat(decode(json.formatted(false), "un", "##able", ",", "##x", "ok"))
        .isEqualTo("unable ,x ok");
    assertThat(decode(json.formatted(true), "it", ",", "##s", "!")).isEqualTo("it,s!");
  }

  @Test
  void bytes_become_characters() {
    assertThat(decode("{\"type\": \"ByteLevel\"}", "\u0120a", "\u00c3", "\u00a9"))
        .isEqualTo(" a\u00e9");
    assertThat(decode("{\"type\": \"ByteLevel\"}", "\u00c3", "a")).isEqualTo("\ufffda");
    assertThat(decode("{\"type\": \"ByteLevel\"}", "\u4e16")).isEqualTo("\u4e16");
  }

  @Test
  void tokens_of_bytes_become_characters_or_a_replacement_each() {
    assertThat(decode("{\"type\": \"ByteFallback\"}", "<0xC3>", "<0xA9>", "x"))
        .isEqualTo("\u00e9x");
    assertThat(decode("{\"type\": \"ByteFallback\"}", "<0x61>", "<0xC3>", "x"))
        .isEqualTo("\ufffd\ufffdx");
    assertThat(decode("{\"type\": \"ByteFallback\"}", "<0xZZ>")).isEqualTo("<0xZZ>");
  }

  @Test
  void metaspace_becomes_spaces_but_at_the_beginning() {
    var json =
        "{\"type\": \"Metaspace\", \"replacement\": \"_\", \"prepend_scheme\": \"%s\", \"split\":"
            + " true}";

    assertThat(decode(json.formatted("always"), "_a", "_b")).isEqualTo("a b");
    assertThat(decode(json.formatted("never"), "_a", "_b")).isEqualTo(" a b");
  }

  @Test
  void a_suffix_becomes_a_space_but_at_the_end() {
    assertThat(decode("{\"type\": \"BPEDecoder\", \"suffix\": \"</w>\"}", "a", "b</w>", "c</w>"))
        .isEqualTo("ab c");
  }

  @Test
  void repeated_tokens_of_ctc_are_one() {
    assertThat(
            decode(
                "{\"type\": \"CTC\", \"pad_token\": \"<pad>\", \"word_delimiter_token\": \"|\","
                    + " \"cleanup\": true}",
                "a",
                "a",
                "<pad>",
                "a",
                "|",
                "b"))
        .isEqualTo("aa b");
  }

  @Test
  void characters_are_stripped_from_each_token() {
    assertThat(
            decode(
                "{\"type\": \"Strip\", \"content\": \" \", \"start\": 1, \"stop\": 2}",
                "  a   ",
                " "))
        .isEqualTo(" a ");
  }

  @Test
  void a_sequence_goes_from_the_first_to_the_last() {
    assertThat(
            decode(
                """
                {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "_"}, "content": " "},
                  {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}
                """,
                "_a",
                "_b"))
        .isEqualTo("a b");
  }
}
