package io.cambric.text.model;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Vocabulary;
import tools.jackson.core.JsonGenerator;

/**
 * A token for each word.
 *
 * @param unknown the token of words that have none
 */
record WordLevel(Vocabulary vocabulary, String unknown) implements Model {

  static WordLevel read(JsonValue json) {
    return new WordLevel(Vocabulary.read(json.get("vocab")), json.get("unk_token").text());
  }

  @Override
  public WordTokens tokenize(String word) {
    int id = vocabulary.id(word);
    return WordTokens.of(
        id == Vocabulary.NONE ? unknownId(vocabulary, unknown) : id, word.length());
  }

  static int unknownId(Vocabulary vocabulary, String unknown) {
    int id = vocabulary.id(unknown);
    if (id == Vocabulary.NONE) {
      throw new DataException(
          "A text with unknown words needs the token %s in the vocabulary, but it has none. Add it to the tokenizer file."
              .formatted(Quoted.of(unknown)));
    }
    return id;
  }

  @Override
  public void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "WordLevel");
    Models.write(vocabulary, json);
    json.writeStringProperty("unk_token", unknown);
    json.writeEndObject();
  }
}
