package io.cambric.text.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ModelsTest {

  private static Model model(String json) {
    return Models.read(JsonValue.parse("Model", json));
  }

  private static List<String> tokens(Model model, String word) {
    var tokens = model.tokenize(word);
    var texts = new ArrayList<String>();
    for (int i = 0; i < tokens.size(); i++) {
      var text = tokens.text(i) == null ? model.vocabulary().token(tokens.id(i)) : tokens.text(i);
      texts.add("%s@%d-%d".formatted(text, tokens.start(i), tokens.end(i)));
    }
    return texts;
  }

  private static Model wordPiece(int max) {
    return model(
        """
        {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": %d,
         "vocab": {"[UNK]": 0, "un": 1, "##aff": 2, "##able": 3, "unaf": 4}}
        """
            .formatted(max));
  }

  @Test
  void word_piece_takes_the_longest_beginning() {
    assertThat(tokens(wordPiece(100), "unaffable")).containsExactly("[UNK]@0-9");
    assertThat(tokens(wordPiece(100), "unable")).containsExactly("un@0-2", "##able@2-6");
  }

  @Test
  void word_piece_knows_no_word_of_more_characters() {
    assertThat(tokens(wordPiece(6), "unable")).hasSize(2);
    assertThat(tokens(wordPiece(5), "unable")).containsExactly("[UNK]@0-6");
  }

  private static Model bpe(String options) {
    return model(
        """
        {"type": "BPE", %s
         "vocab": {"a": 0, "b": 1, "ab": 2, "abb": 3, "<unk>": 4, "<0xC3>": 5, "<0xA9>": 6, "ba": 7},
         "merges": [["a", "b"], "ab b", ["b", "a"]]}
        """
            .formatted(options));
  }

  @Test
  void pairs_merge_in_the_order_of_the_list() {
    assertThat(tokens(bpe(""), "abba")).containsExactly("abb@0-3", "a@3-4");
    assertThat(tokens(bpe(""), "bab")).containsExactly("b@0-1", "ab@1-3");
  }

  @Test
  void characters_without_a_token_are_left_out() {
    assertThat(tokens(bpe(""), "axb")).containsExactly("ab@0-2");
  }

  @Test
  void unknown_characters_have_a_token_each_or_one_together() {
    assertThat(tokens(bpe("\"unk_token\": \"<unk>\","), "axya"))
        .containsExactly("a@0-1", "<unk>@1-2", "<unk>@2-3", "a@3-4");
    assertThat(tokens(bpe("\"unk_token\": \"<unk>\", \"fuse_unk\": true,"), "axya"))
        .containsExactly("a@0-1", "<unk>@1-3", "a@3-4");
  }

  @Test
  void bytes_stand_for_a_character_without_a_token() {
    var fallback = bpe("\"unk_token\": \"<unk>\", \"byte_fallback\": true,");

    assertThat(tokens(fallback, "a\u00e9")).containsExactly("a@0-1", "<0xC3>@1-2", "<0xA9>@1-2");
    assertThat(tokens(fallback, "\u00ea")).containsExactly("<unk>@0-1");
  }

  @Test
  void a_word_that_is_a_token_can_stay_whole() {
    assertThat(tokens(bpe("\"ignore_merges\": true,"), "ba")).containsExactly("ba@0-2");
  }

  @Test
  void characters_can_have_a_prefix_inside_and_a_suffix_at_the_end() {
    var model =
        model(
            """
            {"type": "BPE", "continuing_subword_prefix": "#", "end_of_word_suffix": "$",
             "vocab": {"a": 0, "#b": 1, "#c$": 2, "ab": 3, "a$": 4}, "merges": [["a", "#b"]]}
            """);

    assertThat(tokens(model, "abc")).containsExactly("ab@0-2", "#c$@2-3");
    assertThat(tokens(model, "a")).containsExactly("a$@0-1");
  }

  @Test
  void a_long_word_takes_little_more_than_time_in_proportion() {
    var word = "ab".repeat(200_000);

    Assertions.assertTimeout(
        Duration.ofSeconds(20), () -> assertThat(bpe("").tokenize(word).size()).isEqualTo(200_000));
  }

  private static Model unigram(boolean byteFallback) {
    return model(
        """
        {"type": "Unigram", "unk_id": 0, "byte_fallback": %s,
         "vocab": [["<unk>", 0.0], ["a", -1.0], ["b", -1.0], ["ab", -1.5], ["c", -5.0], ["bc", -1.0], ["<0x78>", -9]]}
        """
            .formatted(byteFallback));
  }

  @Test
  void unigram_takes_the_way_of_the_largest_score() {
    assertThat(tokens(unigram(false), "abc")).containsExactly("a@0-1", "bc@1-3");
    assertThat(tokens(unigram(false), "ab")).containsExactly("ab@0-2");
  }

  @Test
  void unknown_neighbours_are_one_token_with_their_text() {
    assertThat(tokens(unigram(false), "axyb")).containsExactly("a@0-1", "xy@1-3", "b@3-4");
    assertThat(unigram(false).tokenize("axyb").id(1)).isZero();
  }

  @Test
  void unigram_can_fall_back_to_bytes() {
    assertThat(tokens(unigram(true), "ax")).containsExactly("a@0-1", "<0x78>@1-2");
  }

  @Test
  void unigram_without_an_unknown_token_refuses_unknown_characters() {
    var model = model("{\"type\": \"Unigram\", \"unk_id\": null, \"vocab\": [[\"a\", 0]]}");

    assertThat(tokens(model, "a")).containsExactly("a@0-1");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> model.tokenize("b"))
        .withMessageStartingWith(
            "A text with unknown characters needs a tokenizer with an unknown token, but \"unk_id\""
                + " of the tokenizer file is null. Name the token there.");
  }

  @Test
  void the_model_of_an_old_file_is_known_by_its_fields() {
    assertThat(model("{\"vocab\": {}, \"merges\": []}")).isInstanceOf(Bpe.class);
    assertThat(model("{\"vocab\": [[\"a\", 0]]}")).isInstanceOf(Unigram.class);
    assertThat(model("{\"vocab\": {}, \"unk_token\": \"a\"}")).isInstanceOf(WordLevel.class);
    assertThat(
            model(
                "{\"vocab\": {}, \"unk_token\": \"a\", \"continuing_subword_prefix\": \"#\","
                    + " \"max_input_chars_per_word\": 9}"))
        .isInstanceOf(WordPiece.class);
  }
}
