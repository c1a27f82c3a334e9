package io.cambric.text.model;

import io.cambric.json.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Options of byte-pair encoding.
 *
 * @param unknown the token of characters that have none; null if they are left out
 * @param prefix in front of each character of a word but the first, in the vocabulary
 * @param suffix after the last character of a word, in the vocabulary
 * @param fuseUnknown whether unknown neighbours are one token
 * @param byteFallback whether unknown characters become tokens of their bytes
 * @param ignoreMerges whether a word that is a token stays whole
 */
record BpeOptions(
    @Nullable String unknown,
    String prefix,
    String suffix,
    boolean fuseUnknown,
    boolean byteFallback,
    boolean ignoreMerges) {

  static BpeOptions read(JsonValue json) {
    json.find("dropout")
        .filter(dropout -> dropout.number() != 0)
        .ifPresent(dropout -> {
          throw dropout.failure(
              "byte-pair encoding without dropout, which only training uses", "Write null.");
        });
    return new BpeOptions(
        json.find("unk_token").map(JsonValue::text).orElse(null),
        json.find("continuing_subword_prefix").map(JsonValue::text).orElse(""),
        json.find("end_of_word_suffix").map(JsonValue::text).orElse(""),
        flag(json, "fuse_unk"),
        flag(json, "byte_fallback"),
        flag(json, "ignore_merges"));
  }

  private static boolean flag(JsonValue json, String field) {
    return json.find(field).map(JsonValue::flag).orElse(false);
  }

  void write(JsonGenerator json) {
    json.writeNullProperty("dropout");
    write("unk_token", unknown, json);
    write("continuing_subword_prefix", prefix.isEmpty() ? null : prefix, json);
    write("end_of_word_suffix", suffix.isEmpty() ? null : suffix, json);
    json.writeBooleanProperty("fuse_unk", fuseUnknown);
    json.writeBooleanProperty("byte_fallback", byteFallback);
    json.writeBooleanProperty("ignore_merges", ignoreMerges);
  }

  private static void write(String field, @Nullable String value, JsonGenerator json) {
    if (value == null) {
      json.writeNullProperty(field);
    } else {
      json.writeStringProperty(field, value);
    }
  }
}
