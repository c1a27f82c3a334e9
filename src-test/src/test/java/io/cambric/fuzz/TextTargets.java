package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.utf8;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.json.JsonValue;
import io.cambric.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Readers of tokenizers. */
final class TextTargets {

  /** Bytes of caches and tables that do not depend on the file. */
  private static final long TABLES = 8 << 20;

  /** Words, spaces, digits, marks, an emoji, a special token, a control character. */
  private static final String TEXT =
      "Hello  wörld's 12 e\u0301\u4e16\ud83d\ude42 [CLS]\u0001 <unk>.";

  private static final String ADDED =
      """
      "version": "1.0", "truncation": {"direction": "Right", "max_length": 9, "strategy": "LongestFirst", "stride": 1},
      "padding": {"strategy": {"Fixed": 12}, "direction": "Left", "pad_to_multiple_of": 4, "pad_id": 0, "pad_type_id": 1, "pad_token": "a"},
      "added_tokens": [{"id": 2, "content": "[CLS]", "single_word": false, "lstrip": true, "rstrip": false, "normalized": false, "special": true},
        {"id": 9, "content": "w", "single_word": true, "lstrip": false, "rstrip": true, "normalized": true, "special": false}],
      """;

  private static final String WORD_PIECE =
      """
      {%s "normalizer": {"type": "Sequence", "normalizers": [{"type": "Strip", "strip_left": true, "strip_right": false},
        {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true}]},
      "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "BertPreTokenizer"}, {"type": "Digits", "individual_digits": true}]},
      "post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}}},
      "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
      "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0, "hello": 1, "[CLS]": 2, "w": 3, "##o": 4}}}
      """
          .formatted(ADDED);

  private static final String BPE =
      """
      {%s "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "a"}, {"type": "NFKC"},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "-"}, {"type": "Nmt"}]},
      "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": "(?i:'s|'t)|[^\\\\r\\\\n\\\\p{L}]?\\\\p{L}+|\\\\s+(?!\\\\S)|[[:punct:]]"}, "behavior": "Isolated", "invert": false},
        {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true}]},
      "post_processor": {"type": "Sequence", "processors": [{"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true},
        {"type": "BertProcessing", "sep": ["b", 1], "cls": ["a", 0]}]},
      "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
      "model": {"type": "BPE", "dropout": null, "unk_token": "a", "continuing_subword_prefix": null, "end_of_word_suffix": null,
        "fuse_unk": true, "byte_fallback": true, "ignore_merges": false,
        "vocab": {"a": 0, "b": 1, "l": 2, "ll": 3, "<0x0A>": 4}, "merges": [["l", "l"]]}}
      """
          .formatted(ADDED);

  private static final String UNIGRAM =
      """
      {"added_tokens": [], "normalizer": {"type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAABhAA=="},
      "pre_tokenizer": {"type": "Metaspace", "replacement": "_", "prepend_scheme": "first", "split": true},
      "post_processor": {"type": "RobertaProcessing", "sep": ["b", 1], "cls": ["a", 0], "trim_offsets": true, "add_prefix_space": true},
      "decoder": {"type": "Metaspace", "replacement": "_", "prepend_scheme": "first", "split": true},
      "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["_", -1.5], ["l", -2.0], ["ll", -2.5]], "byte_fallback": false}}
      """;

  private TextTargets() {}

  static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.of(
                "tokenizers",
                List.of(utf8(WORD_PIECE), utf8(BPE), utf8(UNIGRAM)),
                words(
                    "\"type\": ",
                    "null",
                    "WordLevel",
                    "Whitespace",
                    "UnicodeScripts",
                    "CTC",
                    "{",
                    "[",
                    "\"",
                    "2147483647",
                    "-1",
                    "1e300",
                    "\\ud800",
                    "\\u0000",
                    "",
                    "NFD",
                    "Lowercase",
                    "StripAccents",
                    "FixedLength",
                    "Punctuation",
                    "\"behavior\": \"Contiguous\"",
                    "(?<=",
                    "\\\\b"),
                input ->
                    use(JsonValue.parse("Tokenizer", new String(input, StandardCharsets.UTF_8))))
            .withLimit(TABLES),
        FuzzTarget.of(
                "tokenizer-options",
                TokenizerOptions.seeds(),
                words(
                    "NFC",
                    "NFKD",
                    "Lowercase",
                    "StripAccents",
                    "ByteLevel",
                    "BertNormalizer",
                    "Nmt",
                    "Precompiled",
                    "Whitespace",
                    "UnicodeScripts",
                    "Punctuation",
                    "Sequence",
                    "ByteFallback",
                    "Fuse",
                    "Metaspace",
                    "OnlyFirst",
                    "OnlySecond",
                    "Removed",
                    "Isolated",
                    "Contiguous",
                    "\n",
                    "null",
                    "-1",
                    "0",
                    "2147483647",
                    "(?i:",
                    "(?<!",
                    "{1,9}+",
                    "[^",
                    "&&",
                    "\\b",
                    "\\p{Han}",
                    "(?m:",
                    "\ud83d\ude42"),
                input -> use(JsonValue.parse("Tokenizer", TokenizerOptions.file(input))))
            .withLimit(TABLES));
  }

  private static void use(JsonValue json) {
    var tokenizer = Tokenizer.read(json);
    tokenizer.toJson();
    var encoding = tokenizer.withoutPadding().encode(TEXT, "second");
    tokenizer.decode(encoding.ids(), true);
  }
}
