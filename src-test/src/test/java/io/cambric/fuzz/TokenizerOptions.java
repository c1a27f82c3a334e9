package io.cambric.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Tokenizer files from lists of options, a line each. Damage of a list leaves the file JSON, and
 * reaches the stages.
 */
final class TokenizerOptions {

  private static final String FILE =
      """
      {"version": "1.0", "truncation": {"max_length": %s, "strategy": %s, "stride": %s},
      "padding": {"strategy": {"Fixed": %s}, "direction": %s, "pad_to_multiple_of": %s, "pad_id": 0, "pad_type_id": 0, "pad_token": "a"},
      "added_tokens": [{"id": 0, "content": %s, "single_word": %s, "lstrip": true, "rstrip": true, "normalized": %s, "special": true}],
      "normalizer": {"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"Regex": %s}, "content": %s},
        {"type": %s, "prepend": "a", "strip_left": true, "strip_right": true, "precompiled_charsmap": %s}]},
      "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": {"Regex": %s}, "behavior": %s, "invert": %s},
        {"type": %s, "length": %s, "delimiter": %s, "replacement": "a", "add_prefix_space": true, "individual_digits": true}]},
      "post_processor": {"type": "Sequence", "processors": [{"type": %s, "trim_offsets": true, "add_prefix_space": true, "sep": ["b", %s], "cls": ["a", 0]}]},
      "decoder": {"type": %s, "content": "a", "start": %s, "stop": 1, "prefix": "#", "cleanup": true, "replacement": "a", "suffix": %s,
        "pad_token": "a", "word_delimiter_token": "b", "decoders": []},
      "model": {"type": %s, "unk_token": %s, "unk_id": 0, "continuing_subword_prefix": %s, "end_of_word_suffix": null,
        "max_input_chars_per_word": 9, "fuse_unk": true, "byte_fallback": true, "vocab": %s, "merges": %s}}
      """;

  private static final int OPTIONS = FILE.split("%s", -1).length - 1;

  private TokenizerOptions() {}

  /** {@return valid lists} */
  static List<byte[]> seeds() {
    var common =
        """
        9
        LongestFirst
        1
        12
        Left
        4
        w
        true
        false
        a{2,}|(?<=b)c
        x
        Strip
        BAAAAAAAAABhAA==
        \\s+|\\p{L}[^\\w[:punct:]]
        MergedWithNext
        false
        """;
    return List.of(
        Inputs.utf8(
            common
                + "Digits\n3\n-\nBertProcessing\n1\nStrip\n1\n</w>\nBPE\na\n#\n"
                + "{\"a\": 0, \"#b\": 1, \"ab\": 2}\n[[\"a\", \"#b\"]]\n"),
        Inputs.utf8(
            common
                + "FixedLength\n3\n-\nRobertaProcessing\n1\nWordPiece\n0\n</w>\nWordPiece\na\n#\n"
                + "{\"a\": 0, \"#b\": 1}\n[]\n"),
        Inputs.utf8(
            common
                + "Metaspace\n3\n-\nByteLevel\n1\nCTC\n0\n</w>\nUnigram\na\n#\n"
                + "[[\"a\", 0.5], [\"b\", -1]]\n[]\n"),
        Inputs.utf8(
            common
                + "CharDelimiterSplit\n3\n-\nByteLevel\n1\nBPEDecoder\n0\n</w>\nWordLevel\na\n#\n"
                + "{\"a\": 7, \"b\": 2}\n[]\n"));
  }

  /** {@return the file of a list; options that are missing are null} */
  static String file(byte[] input) {
    var lines = new String(input, StandardCharsets.UTF_8).split("\n", -1);
    var values = new Object[OPTIONS];
    for (int i = 0; i < OPTIONS; i++) {
      values[i] = i < lines.length ? value(lines[i]) : "null";
    }
    return FILE.formatted(values);
  }

  private static String value(String line) {
    if (line.matches("-?[0-9]{1,12}|true|false|null|[\\[{].*[]}]")) {
      return line;
    }
    var quoted = new StringBuilder("\"");
    line.chars()
        .forEach(c -> {
          if (c < ' ' || c == '"' || c == '\\') {
            quoted.append("\\u%04x".formatted(c));
          } else {
            quoted.append((char) c);
          }
        });
    return quoted.append('"').toString();
  }
}
