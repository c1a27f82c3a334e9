package io.cambric.models.sentence;

import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.JsonOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a folder for the way from a text to tokens, and of the outputs of its encoder.
 * Options are in {@code sentence_bert_config.json} and {@code tokenizer_config.json}.
 */
final class TransformerOptions {

  private static final List<String> FILES =
      List.of(
          "sentence_bert_config.json",
          "sentence_roberta_config.json",
          "sentence_distilbert_config.json",
          "sentence_camembert_config.json",
          "sentence_albert_config.json",
          "sentence_xlm-roberta_config.json",
          "sentence_xlnet_config.json");

  private static final String LIMIT = "max_seq_length";

  private static final String LOWER = "do_lower_case";

  private static final String TASK = "transformer_task";

  private static final String OUTPUT = "module_output_name";

  private static final String MODALITIES = "modality_config";

  private static final Set<String> HONOURED = Set.of(LIMIT, LOWER, TASK, OUTPUT, MODALITIES);

  /** Memory, and sentences that are asked for as queries or documents. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("unpad_inputs", "query_length", "document_length", "query_expansion");

  private TransformerOptions() {}

  private static Optional<JsonValue> config(Path folder) {
    return FILES.stream()
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .map(JsonValue::read);
  }

  private static Optional<JsonValue> tokenizer(Path folder) {
    var file = folder.resolve("tokenizer_config.json");
    return Files.exists(file) ? Optional.of(JsonValue.read(file)) : Optional.empty();
  }

  /** Checks that all options that change states are supported. */
  static void check(Path folder) {
    // Positions count from the first token, also where that is padding.
    tokenizer(folder).ifPresent(config -> require(config, "padding_side", "right"));
    config(folder)
        .ifPresent(config -> {
          config
              .fields()
              .forEach((name, value) -> {
                if (!HONOURED.contains(name)
                    && !WITHOUT_EFFECT.contains(name)
                    && !JsonOptions.isOff(value)) {
                  throw value.failure(
                      "the option absent or off",
                      "Cambric does not support models with this option.");
                }
              });
          require(config, TASK, "feature-extraction");
          require(config, OUTPUT, "token_embeddings");
          config
              .find(MODALITIES)
              .flatMap(modalities -> modalities.find("text"))
              .ifPresent(text -> require(text, "method_output_name", "last_hidden_state"));
        });
  }

  static void require(JsonValue config, String option, String value) {
    var found = config.find(option);
    if (found.isPresent() && !found.get().text().equals(value)) {
      throw found.get().failure(value, "Cambric does not support models with another value.");
    }
  }

  /** {@return the longest sentence in tokens: the limit of the model, or else of the tokenizer} */
  static Optional<Integer> limit(Path folder) {
    var own = config(folder).flatMap(config -> config.find(LIMIT));
    if (own.isPresent()) {
      return own.map(TransformerOptions::length);
    }
    // A tokenizer without a limit has a number that no text reaches.
    return tokenizer(folder)
        .flatMap(config -> config.find("model_max_length"))
        .filter(value -> value.number() <= Integer.MAX_VALUE)
        .map(TransformerOptions::length);
  }

  private static int length(JsonValue value) {
    int length = (int) value.number();
    if (length < 1 || length != value.number()) {
      throw value.failure("a whole number of at least 1", "It counts tokens.");
    }
    return length;
  }

  /** {@return whether texts are cut at their beginnings} */
  static boolean cutsLeft(Path folder) {
    var side = tokenizer(folder).flatMap(config -> config.find("truncation_side"));
    if (side.isPresent() && !List.of("left", "right").contains(side.get().text())) {
      throw side.get().failure("left or right", "Choose the side that is truncated.");
    }
    return side.map(JsonValue::text).orElse("right").equals("left");
  }

  /** {@return whether texts are in small letters before all else} */
  static boolean lowers(Path folder) {
    return config(folder).flatMap(each -> each.find(LOWER)).map(JsonValue::flag).orElse(false);
  }

  /** {@return the options of BERT's tokenizer, which override its file; empty for other classes} */
  static Optional<JsonValue> bertTokenizer(Path folder) {
    var config =
        tokenizer(folder).orElseGet(() -> JsonValue.parse("An absent tokenizer_config.json", "{}"));
    return config
            .find("tokenizer_class")
            .map(JsonValue::text)
            .orElse("BertTokenizer")
            .matches("(Distil)?BertTokenizer(Fast)?")
        ? Optional.of(config)
        : Optional.empty();
  }
}
