package io.cambric.text;

import io.cambric.json.JsonValue;
import tools.jackson.core.JsonGenerator;

/**
 * A token that is found in texts before the model runs, and stays whole.
 *
 * @param content its characters
 * @param singleWord whether it is found only where no other characters of words are next to it
 * @param leftStrip whether whitespace in front belongs to it
 * @param rightStrip whether whitespace after it belongs to it
 * @param normalized whether it is looked for in the normalized text, and normalized itself
 * @param special whether decoding can leave it out
 */
public record AddedToken(
    String content,
    boolean singleWord,
    boolean leftStrip,
    boolean rightStrip,
    boolean normalized,
    boolean special) {

  /** {@return a token that is found in the normalized text} */
  public static AddedToken of(String content) {
    return new AddedToken(content, false, false, false, true, false);
  }

  /** {@return a special token, such as a separator of texts} */
  public static AddedToken special(String content) {
    return new AddedToken(content, false, false, false, false, true);
  }

  /** {@return this token, found as a single word only} */
  public AddedToken asSingleWord() {
    return new AddedToken(content, true, leftStrip, rightStrip, normalized, special);
  }

  /** {@return this token with the whitespace in front of it} */
  public AddedToken withLeftStrip() {
    return new AddedToken(content, singleWord, true, rightStrip, normalized, special);
  }

  /** {@return this token with the whitespace after it} */
  public AddedToken withRightStrip() {
    return new AddedToken(content, singleWord, leftStrip, true, normalized, special);
  }

  /** {@return this token, looked for in the normalized text or in the original one} */
  public AddedToken withNormalized(boolean value) {
    return new AddedToken(content, singleWord, leftStrip, rightStrip, value, special);
  }

  static AddedToken read(JsonValue json) {
    return new AddedToken(
        json.get("content").text(),
        json.get("single_word").flag(),
        json.get("lstrip").flag(),
        json.get("rstrip").flag(),
        json.get("normalized").flag(),
        json.get("special").flag());
  }

  void write(int id, JsonGenerator json) {
    json.writeStartObject();
    json.writeNumberProperty("id", id);
    json.writeStringProperty("content", content);
    json.writeBooleanProperty("single_word", singleWord);
    json.writeBooleanProperty("lstrip", leftStrip);
    json.writeBooleanProperty("rstrip", rightStrip);
    json.writeBooleanProperty("normalized", normalized);
    json.writeBooleanProperty("special", special);
    json.writeEndObject();
  }
}
