package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedFilesTest {

  private static final String MODEL =
      "\"model\": {\"type\": \"WordLevel\", \"unk_token\": \"a\", \"vocab\": {\"a\": 0}}";

  private static void refuses(String json, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Samples.read(json))
        .withMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "normalizer, a normalizer of the types [BertNormalizer",
    "pre_tokenizer, a pre-tokenizer of the types [BertPreTokenizer",
    "post_processor, a post-processor of the types [BertProcessing",
    "decoder, a decoder of the types [BPEDecoder"
  })
  void a_stage_of_an_unknown_type_is_refused_with_its_place(String stage, String needed) {
    refuses(
        "{\"%s\": {\"type\": \"Magic\"}, %s}".formatted(stage, MODEL), "Tokenizer needs " + needed);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> Samples.read("{\"%s\": {\"type\": \"Magic\"}, %s}".formatted(stage, MODEL)))
        .withMessageContaining(
            "at \"$.%s.type\", but there is the string \"Magic\". Write the file with one of these."
                .formatted(stage));
  }

  @Test
  void a_model_of_an_unknown_type_is_refused() {
    refuses(
        "{\"model\": {\"type\": \"Magic\", \"vocab\": {}}}",
        "Tokenizer needs a model of the types [BPE, Unigram, WordLevel, WordPiece] at "
            + "\"$.model.type\", but there is the string \"Magic\". Write the file with one "
            + "of these.");
  }

  @Test
  void a_file_without_a_model_is_refused() {
    refuses("{\"normalizer\": null}", "Tokenizer needs the field \"model\" at \"$\"");
  }

  @Test
  void another_version_is_refused() {
    refuses(
        "{\"version\": \"2.0\", %s}".formatted(MODEL),
        "Tokenizer needs the version 1.0 at \"$.version\", but there is the string \"2.0\". Write"
            + " the file with tokenizers 0.23.");
  }

  @Test
  void a_merge_of_a_token_that_is_not_there_is_refused() {
    refuses(
        "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1}, \"merges\": [\"a b\"]}}",
        "Tokenizer needs a merge of tokens of the vocabulary, which lacks \"ab\" at"
            + " \"$.model.merges[0]\", but there is the string \"a b\". Add it to \"vocab\".");
  }

  @Test
  void a_merge_of_three_parts_is_refused() {
    refuses(
        "{\"model\": {\"type\": \"BPE\", \"vocab\": {}, \"merges\": [\"a b c\"]}}",
        "Tokenizer needs a pair of tokens at \"$.model.merges[0]\", but there is the "
            + "string \"a b c\". Write an array of two tokens, or both with a space between.");
  }

  @Test
  void dropout_is_refused() {
    refuses(
        "{\"model\": {\"type\": \"BPE\", \"dropout\": 0.1, \"vocab\": {}, \"merges\": []}}",
        "Tokenizer needs byte-pair encoding without dropout, which only training uses "
            + "at \"$.model.dropout\", but there is \"0.1\". Write null.");
  }

  @Test
  void a_negative_number_of_a_token_is_refused() {
    refuses(
        "{\"model\": {\"type\": \"WordLevel\", \"unk_token\": \"a\", \"vocab\": {\"a\": -1}}}",
        "Tokenizer needs a token number of at least 0 at \"$.model.vocab.a\", but there "
            + "is \"-1\". Count tokens from 0.");
  }

  @Test
  void a_regular_expression_that_java_lacks_is_refused() {
    refuses(
        "{\"pre_tokenizer\": {\"type\": \"Split\", \"pattern\": {\"Regex\": \"a\\\\Kb\"}, \"behavior\": \"Isolated\", \"invert\": false}, %s}"
            .formatted(MODEL),
        "Tokenizer needs an Oniguruma regular expression that Java also supports "
            + "(\"Escape \\K\") at \"$.pre_tokenizer.pattern.Regex\", but there is the "
            + "string \"a\\Kb\". Write it without that.");
  }

  @Test
  void a_damaged_map_of_characters_is_refused() {
    refuses(
        "{\"normalizer\": {\"type\": \"Precompiled\", \"precompiled_charsmap\": \"/////w==\"}, %s}"
            .formatted(MODEL),
        "Tokenizer needs a map of characters whose trie has the size that it begins with at"
            + " \"$.normalizer.precompiled_charsmap\"");
  }

  @Test
  void a_template_with_an_unknown_token_is_refused() {
    refuses(
        "{\"post_processor\": {\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"x\", \"type_id\": 0}}], \"pair\": [], \"special_tokens\": {}}, %s}"
            .formatted(MODEL),
        "Tokenizer needs the name of one of the special tokens of the template at"
            + " \"$.post_processor.single[0].SpecialToken.id\"");
  }

  @Test
  void an_unknown_word_needs_a_token_for_it() {
    var json =
        "{\"model\": {\"type\": \"WordLevel\", \"unk_token\": \"[UNK]\", \"vocab\": {\"a\": 0}}}";
    var tokenizer = Samples.read(json);

    assertThat(tokenizer.encode("a").ids()).containsExactly(0);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> tokenizer.encode("b"))
        .withMessageStartingWith(
            "A text with unknown words needs the token \"[UNK]\" in the vocabulary, but it has"
                + " none. Add it to the tokenizer file.");
  }
}
