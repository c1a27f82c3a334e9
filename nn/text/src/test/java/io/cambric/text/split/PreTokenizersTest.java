package io.cambric.text.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.json.JsonValue;
import io.cambric.text.align.AlignedText;
import io.cambric.text.align.Piece;
import io.cambric.text.align.TextEdit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreTokenizersTest {

  private static List<String> split(String json, String text) {
    return PreTokenizers.read(JsonValue.parse("Pre-tokenizer", json))
        .apply(List.of(Piece.of(AlignedText.of(text))))
        .stream()
        .map(piece -> piece.text() + "@" + piece.start(0))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "BertPreTokenizer, it's  a\u3002, it@0 '@2 s@3 a@6 \u3002@7",
    "Whitespace, a_b+-c d, a_b@0 +-@3 c@5 d@7",
    "WhitespaceSplit, it's\u3000a., it's@0 a.@5",
    "Punctuation, a!?b, a@0 !@1 ?@2 b@3",
    "UnicodeScripts, ab\u043f\u3042\u4e16, ab@0 \u043f@2 \u3042\u4e16@3",
    "FixedLength, abcdefg, abcde@0 fg@5"
  })
  void a_type_without_options_divides_texts(String type, String text, String expected) {
    assertThat(split("{\"type\": \"%s\"}".formatted(type), text))
        .containsExactly(expected.split(" "));
  }

  @Test
  void digits_stay_together_or_not() {
    assertThat(split("{\"type\": \"Digits\", \"individual_digits\": false}", "a12"))
        .containsExactly("a@0", "12@1");
    assertThat(split("{\"type\": \"Digits\", \"individual_digits\": true}", "a12"))
        .containsExactly("a@0", "1@1", "2@2");
  }

  @Test
  void a_delimiter_is_left_out() {
    assertThat(split("{\"type\": \"CharDelimiterSplit\", \"delimiter\": \"-\"}", "a--b"))
        .containsExactly("a@0", "b@3");
  }

  @Test
  void a_pattern_divides_as_its_behavior_says() {
    var json =
        "{\"type\": \"Split\", \"pattern\": {\"%s\": \"%s\"}, \"behavior\": \"%s\", \"invert\":"
            + " %s}";

    assertThat(split(json.formatted("String", "-", "MergedWithPrevious", false), "a-b"))
        .containsExactly("a-@0", "b@2");
    assertThat(split(json.formatted("Regex", "[a-z]", "Removed", true), "a1b"))
        .containsExactly("a@0", "b@2");
  }

  @Test
  void gpt2_has_contractions_words_numbers_and_spaces() {
    var json = "{\"type\": \"ByteLevel\", \"add_prefix_space\": false, \"trim_offsets\": true}";

    assertThat(split(json, "I'm  12a\n"))
        .containsExactly("I@0", "'m@1", "\u0120@3", "\u012012@4", "a@7", "\u010a@8");
    assertThat(split(json, "x'll 've")).containsExactly("x@0", "'ll@1", "\u0120'@4", "ve@6");
  }

  @Test
  void a_space_is_put_in_front_of_byte_level_words() {
    var json =
        "{\"type\": \"ByteLevel\", \"add_prefix_space\": true, \"trim_offsets\": true,"
            + " \"use_regex\": false}";

    assertThat(split(json, "\u00e9 b")).containsExactly("\u0120\u00c3\u00a9\u0120b@0");
    assertThat(split(json, " b")).containsExactly("\u0120b@0");
  }

  @Test
  void metaspace_begins_words() {
    var json =
        "{\"type\": \"Metaspace\", \"replacement\": \"_\", \"prepend_scheme\": \"%s\", \"split\":"
            + " %s}";

    assertThat(split(json.formatted("always", true), "a  b"))
        .containsExactly("_a@0", "_@1", "_b@2");
    assertThat(split(json.formatted("never", false), "a b")).containsExactly("a_b@0");
  }

  @Test
  void metaspace_prepends_to_the_first_piece_alone() {
    var first = new Metaspace('_', Metaspace.Scheme.FIRST, true);
    var text = AlignedText.of("ab");

    var pieces =
        first.apply(List.of(new Piece(text, 0, 1, Piece.NONE), new Piece(text, 1, 2, Piece.NONE)));

    assertThat(pieces).extracting(Piece::text).containsExactly("_a", "b");
  }

  @Test
  void metaspace_does_not_prepend_behind_a_character_that_was_removed() {
    var first = new Metaspace('_', Metaspace.Scheme.FIRST, true);
    var edit = TextEdit.of(AlignedText.of("xa"));
    edit.copy(1, 2);

    assertThat(first.apply(List.of(Piece.of(edit.done()))))
        .extracting(Piece::text)
        .containsExactly("a");
  }

  @Test
  void the_old_option_of_metaspace_is_read() {
    assertThat(
            split(
                "{\"type\": \"Metaspace\", \"replacement\": \"_\", \"add_prefix_space\": true}",
                "a"))
        .containsExactly("_a@0");
  }

  @Test
  void a_sequence_divides_the_parts_again() {
    assertThat(
            split(
                """
                {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Punctuation", "behavior": "Removed"}]}
                """,
                "a-b c"))
        .containsExactly("a@0", "b@2", "c@4");
  }

  @Test
  void added_tokens_stay_whole() {
    var piece = new Piece(AlignedText.of("a b"), 0, 3, 7);

    assertThat(
            PreTokenizers.read(JsonValue.parse("Pre-tokenizer", "{\"type\": \"Whitespace\"}"))
                .apply(List.of(piece)))
        .containsExactly(piece);
  }
}
