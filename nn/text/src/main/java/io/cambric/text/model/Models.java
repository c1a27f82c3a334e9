package io.cambric.text.model;

import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The models that files can name. */
public final class Models {

  private static final List<String> TYPES = List.of("BPE", "Unigram", "WordLevel", "WordPiece");

  private Models() {}

  /**
   * {@return the model of a file}
   *
   * <p>Old files have no type; their fields determine it.
   *
   * @throws io.cambric.errors.DataException if its type is not known, or it contradicts itself
   */
  public static Model read(JsonValue json) {
    var type = json.find("type").map(JsonValue::text).orElseGet(() -> guess(json));
    return switch (type) {
      case "BPE" -> Bpe.read(json);
      case "Unigram" -> Unigram.read(json);
      case "WordLevel" -> WordLevel.read(json);
      case "WordPiece" -> WordPiece.read(json);
      default ->
          throw json.get("type")
              .failure("a model of the types " + TYPES, "Write the file with one of these.");
    };
  }

  private static String guess(JsonValue json) {
    if (json.find("merges").isPresent()) {
      return "BPE";
    }
    if (json.get("vocab").isArray()) {
      return "Unigram";
    }
    return json.find("continuing_subword_prefix").isPresent() ? "WordPiece" : "WordLevel";
  }

  static void write(Vocabulary vocabulary, JsonGenerator json) {
    json.writeObjectPropertyStart("vocab");
    vocabulary.entries().forEach(each -> json.writeNumberProperty(each.getKey(), each.getValue()));
    json.writeEndObject();
  }
}
