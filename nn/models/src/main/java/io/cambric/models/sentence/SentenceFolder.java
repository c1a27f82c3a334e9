package io.cambric.models.sentence;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of sentence-transformers, in the form of today or of earlier versions.
 *
 * @param folder of the model
 * @param modules of {@code modules.json}: an encoder, a pooling, and what follows
 * @see <a href="https://sbert.net/docs/sentence_transformer/usage/custom_models.html">Structure of
 *     the models</a>
 */
record SentenceFolder(Path folder, List<JsonValue> modules) {

  private static final String PACKAGE = "sentence_transformers.";

  /** Dropout fractions, which matter only in training. */
  private static final String DROPOUT = "Dropout";

  /** {@return the folder, after a check of the order of its modules} */
  static SentenceFolder open(Path folder) {
    var file = JsonValue.read(folder.resolve("modules.json"));
    var modules = new ArrayList<JsonValue>();
    for (var module : file.elements()) {
      if (!name(module).equals(DROPOUT)) {
        require(module, modules.size());
        modules.add(module);
      }
    }
    if (modules.size() < 2) {
      throw file.failure(
          "a Transformer and a Pooling", "Use the folder of a sentence-transformers model.");
    }
    return new SentenceFolder(folder, List.copyOf(modules));
  }

  private static void require(JsonValue module, int place) {
    var name = name(module);
    var wanted =
        switch (place) {
          case 0 -> List.of("Transformer");
          case 1 -> List.of("Pooling");
          default -> List.of("Normalize", "Dense");
        };
    if (!wanted.contains(name)) {
      throw module
          .get("type")
          .failure(
              "a module of one of the types %s here".formatted(wanted),
              "Cambric supports a Transformer, a Pooling, then any number of Dense and Normalize.");
    }
  }

  /** {@return the name of the class of a module, without a package of the library} */
  private static String name(JsonValue module) {
    var type = module.get("type").text();
    return type.startsWith(PACKAGE) ? type.substring(type.lastIndexOf('.') + 1) : type;
  }

  /** {@return the folder of the encoder, with its tokenizer} */
  Path transformer() {
    return inside(modules.getFirst());
  }

  private Path inside(JsonValue module) {
    var path = module.get("path");
    var text = path.text();
    if (text.startsWith("/") || text.contains("\\") || text.contains("..")) {
      throw path.failure("a folder inside the model's folder", "Remove the dots.");
    }
    return folder.resolve(text);
  }

  /** {@return pooling, the steps after it, and the longest sentence} */
  SentenceOptions options() {
    TransformerOptions.check(transformer());
    config()
        .ifPresent(
            config -> TransformerOptions.require(config, "model_type", "SentenceTransformer"));
    var pooling = PoolingConfig.read(inside(modules.get(1)).resolve("config.json"));
    var steps =
        Stream.concat(modules.stream().skip(2).map(this::step), truncation().stream()).toList();
    return new SentenceOptions(pooling.ways(), steps, TransformerOptions.limit(transformer()));
  }

  /** {@return the last step of a model that returns only the first features} */
  private Optional<SentenceStep> truncation() {
    return config()
        .flatMap(config -> config.find("truncate_dim"))
        .map(size -> {
          if (size.integer() < 1) {
            throw size.failure("a number of at least 1", "It counts features.");
          }
          return new SentenceStep.Truncation(size.integer());
        });
  }

  private SentenceStep step(JsonValue module) {
    var inside = inside(module);
    if (name(module).equals("Dense")) {
      return DenseConfig.read(inside);
    }
    var file = inside.resolve("config.json");
    if (Files.exists(file)) {
      requireEmbedding(JsonValue.read(file));
    }
    return new SentenceStep.Normalization();
  }

  /** Checks that a module reads and writes the embedding of the sentence. */
  static void requireEmbedding(JsonValue config) {
    for (var option : List.of("module_input_name", "module_output_name")) {
      var found = config.find(option);
      if (found.isPresent() && !found.get().text().equals("sentence_embedding")) {
        throw found
            .get()
            .failure("sentence_embedding", "Cambric does not support steps on other values.");
      }
    }
  }

  private Optional<JsonValue> config() {
    var file = folder.resolve("config_sentence_transformers.json");
    return Files.exists(file) ? Optional.of(JsonValue.read(file)) : Optional.empty();
  }

  /**
   * {@return the text that is put before each sentence}
   *
   * @throws DataException if tokens of a prompt would be left out of the pooling
   */
  String prompt() {
    var name = config().flatMap(config -> config.find("default_prompt_name"));
    if (name.isEmpty()) {
      return "";
    }
    var prompt = config().orElseThrow().get("prompts").get(name.get().text()).text();
    if (!prompt.isEmpty()
        && !PoolingConfig.read(inside(modules.get(1)).resolve("config.json")).withPrompt()) {
      throw name.get()
          .failure(
              "no prompt, because include_prompt makes the pooling leave out its tokens",
              "Cambric does not support such models.");
    }
    return prompt;
  }
}
