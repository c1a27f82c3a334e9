package io.cambric.models.sentence;

import io.cambric.errors.DataException;
import io.cambric.io.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps behind the encoder of a model of sentences.
 *
 * @param pooling ways of pooling, whose vectors are put one behind the other
 * @param normalized whether embeddings are divided by their Euclidean norms
 * @param maxLength longest sentence in tokens, special ones included; empty for that of the encoder
 */
public record SentenceOptions(
    List<Pooling> pooling, boolean normalized, Optional<Integer> maxLength) {

  /** The mean, normalised. */
  public static final SentenceOptions DEFAULT =
      new SentenceOptions(List.of(Pooling.MEAN), true, Optional.empty());

  private static final String MODULES = "modules.json";

  private static final String PREFIX = "pooling_mode_";

  /** Copies the list. */
  public SentenceOptions {
    pooling = List.copyOf(pooling);
  }

  /**
   * {@return the options of a folder of sentence-transformers}
   *
   * @throws DataException if a file is missing or damaged, or has a step that is not supported
   */
  public static SentenceOptions read(Path folder) {
    var pooling = new ArrayList<Pooling>();
    boolean normalized = false;
    for (var module : JsonValue.read(folder.resolve(MODULES)).elements()) {
      var type = module.get("type");
      switch (type.text().substring(type.text().lastIndexOf('.') + 1)) {
        case "Transformer" -> {}
        case "Pooling" ->
            pooling.addAll(
                pooling(folder.resolve(inside(module.get("path"))).resolve("config.json")));
        case "Normalize" -> normalized = true;
        default ->
            throw type.failure(
                "a Transformer, Pooling or Normalize",
                "Models with other steps are not supported.");
      }
    }
    if (pooling.isEmpty()) {
      throw new DataException(
          "File %s needs a module of type Pooling, but has none. Take the folder of a model of sentences."
              .formatted(folder.resolve(MODULES)));
    }
    return new SentenceOptions(pooling, normalized, maxLength(folder));
  }

  /** {@return the folder of the encoder within that of a model of sentences} */
  static Path transformer(Path folder) {
    for (var module : JsonValue.read(folder.resolve(MODULES)).elements()) {
      if (module.get("type").text().endsWith(".Transformer")) {
        return folder.resolve(inside(module.get("path")));
      }
    }
    throw new DataException(
        "File %s needs a module of type Transformer, but has none. Take the folder of a model of sentences."
            .formatted(folder.resolve(MODULES)));
  }

  private static String inside(JsonValue path) {
    var text = path.text();
    if (text.startsWith("/") || text.contains("\\") || text.contains("..")) {
      throw path.failure("a folder inside that of the model", "Name one without dots.");
    }
    return text;
  }

  private static List<Pooling> pooling(Path file) {
    var config = JsonValue.read(file);
    var found = new ArrayList<Pooling>();
    for (var each : Pooling.values()) {
      if (config.find(each.option()).map(JsonValue::flag).orElse(false)) {
        found.add(each);
      }
    }
    config
        .fields()
        .forEach((name, value) -> {
          boolean known = List.of(Pooling.values()).stream().anyMatch(p -> p.option().equals(name));
          if (name.startsWith(PREFIX) && !known && value.flag()) {
            throw value.failure("false", "This way of pooling is not supported.");
          }
        });
    if (found.isEmpty()) {
      throw new DataException(
          "File %s needs a pooling_mode that is true, but has none. Choose pooling_mode_mean_tokens."
              .formatted(file));
    }
    return found;
  }

  private static Optional<Integer> maxLength(Path folder) {
    var file = folder.resolve("sentence_bert_config.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    var field = JsonValue.read(file).find("max_seq_length");
    if (field.isPresent() && field.get().integer() < 1) {
      throw field.get().failure("a number of at least 1", "It counts tokens.");
    }
    return field.map(JsonValue::integer);
  }
}
