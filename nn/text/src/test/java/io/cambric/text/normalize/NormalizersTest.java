package io.cambric.text.normalize;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.json.JsonValue;
import io.cambric.text.align.AlignedText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizersTest {

  private static AlignedText apply(String json, String text) {
    return Normalizers.read(JsonValue.parse("Normalizer", json)).apply(AlignedText.of(text));
  }

  private static AlignedText applyType(String type, String text) {
    return apply("{\"type\": \"%s\"}".formatted(type), text);
  }

  private static List<Integer> starts(AlignedText text) {
    var starts = new ArrayList<Integer>();
    for (int i = 0; i < text.length(); i++) {
      starts.add(text.start(i));
    }
    return starts;
  }

  private static String bert(String options) {
    return "{\"type\": \"BertNormalizer\", %s}".formatted(options);
  }

  @ParameterizedTest
  @CsvSource({
    "NFC, e\u0301, \u00e9",
    "NFD, \u00e9, e\u0301",
    "NFKC, \ufb01, fi",
    "NFKD, \ufb01\u00e9, fie\u0301",
    "Lowercase, \u03a3\u0130X, \u03c3i\u0307x",
    "StripAccents, e\u0301\u0903x, ex",
    "Nmt, a\u0001\u200bb, a b",
    "ByteLevel, a \u00e9, a\u0120\u00c3\u00a9"
  })
  void a_type_without_options_changes_characters(String type, String text, String expected) {
    assertThat(applyType(type, text).text()).isEqualTo(expected);
  }

  @Test
  void bert_cleans_and_spaces_and_strips_and_lowers() {
    var all =
        bert(
            "\"clean_text\": true, \"handle_chinese_chars\": true, \"strip_accents\": null,"
                + " \"lowercase\": true");

    var text = apply(all, "\u0000A\tC\u00e9\u4e16z");

    assertThat(text.text()).isEqualTo("a ce \u4e16 z");
    assertThat(starts(text)).containsExactly(1, 2, 3, 4, 5, 5, 5, 6);
  }

  @Test
  void accents_that_bert_does_not_strip_stay() {
    var none =
        bert(
            "\"clean_text\": false, \"handle_chinese_chars\": false, \"strip_accents\": false,"
                + " \"lowercase\": true");

    assertThat(apply(none, "\u0001\u00c9\u4e16").text()).isEqualTo("\u0001\u00e9\u4e16");
  }

  @Test
  void a_prepended_text_comes_from_the_first_character() {
    var text = apply("{\"type\": \"Prepend\", \"prepend\": \"__\"}", "ab");

    assertThat(text.text()).isEqualTo("__ab");
    assertThat(starts(text)).containsExactly(0, 0, 0, 1);
    assertThat(apply("{\"type\": \"Prepend\", \"prepend\": \"__\"}", "").text()).isEmpty();
  }

  @Test
  void a_replacement_comes_from_the_last_character_of_the_match() {
    var text =
        apply(
            "{\"type\": \"Replace\", \"pattern\": {\"Regex\": \" {2,}\"}, \"content\": \"--\"}",
            "a   b");

    assertThat(text.text()).isEqualTo("a--b");
    assertThat(starts(text)).containsExactly(0, 3, 3, 4);
  }

  @Test
  void whitespace_is_stripped_at_each_side() {
    assertThat(
            apply("{\"type\": \"Strip\", \"strip_left\": true, \"strip_right\": false}", " a ")
                .text())
        .isEqualTo("a ");
    var right = apply("{\"type\": \"Strip\", \"strip_left\": false, \"strip_right\": true}", " a ");
    assertThat(right.text()).isEqualTo(" a");
    var both = apply("{\"type\": \"Strip\", \"strip_left\": true, \"strip_right\": true}", " a ");
    assertThat(starts(both)).containsExactly(1);
  }

  @Test
  void a_sequence_goes_from_the_first_to_the_last() {
    var text =
        apply(
            """
            {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}]}
            """,
            "\u00c9x");

    assertThat(text.text()).isEqualTo("ex");
    assertThat(starts(text)).containsExactly(0, 1);
  }

  /** A trie in which the byte of "a" leads to the text at 0: "xy". */
  @Test
  void a_precompiled_map_replaces_what_it_has() {
    var json =
        "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"%s\"}"
            .formatted(PrecompiledMaps.of('a', "xy"));

    var text = apply(json, "ba");

    assertThat(text.text()).isEqualTo("bxy");
    assertThat(starts(text)).containsExactly(0, 1, 1);
    assertThat(apply(json, "bb").text()).isEqualTo("bb");
  }

  @Test
  void a_map_that_begins_a_cluster_decides_for_all_of_it() {
    var json =
        "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"%s\"}"
            .formatted(PrecompiledMaps.of('a', "x"));

    assertThat(apply(json, "a\u0301b").text()).isEqualTo("xb");
  }
}
