package io.cambric.text;

import io.cambric.json.JsonValue;

/** Small tokenizers. */
final class Samples {

  static final String CLS_SEP =
      """
      "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
      """;

  private static final String WORDS =
      """
      {"version": "1.0", %s
       "added_tokens": [
         {"id": 1, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
         {"id": 2, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}],
       "normalizer": {"type": "Lowercase"},
       "pre_tokenizer": {"type": "Whitespace"},
       "model": {"type": "WordLevel", "unk_token": "[UNK]",
         "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "the": 3, "cat": 4, "sat": 5, "on": 6, "mat": 7, ".": 8}}}
      """;

  private Samples() {}

  /** {@return a tokenizer of whole words in lower case, without a post-processor} */
  static Tokenizer words() {
    return words("");
  }

  /** {@return the same with other fields of the file} */
  static Tokenizer words(String fields) {
    return read(WORDS.formatted(fields));
  }

  static Tokenizer read(String json) {
    return Tokenizer.read(JsonValue.parse("Tokenizer", json));
  }
}
