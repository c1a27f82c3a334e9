package io.cambric.models.sentence;

import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.JsonOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The configuration of a pooling.
 *
 * @param ways in the order in which their vectors are joined
 * @param withPrompt whether tokens of a prompt count
 */
record PoolingConfig(List<SentencePooling> ways, boolean withPrompt) {

  private static final String MODE = "pooling_mode";

  private static final String PROMPT = "include_prompt";

  private static final Set<String> OTHERS =
      Set.of(MODE, PROMPT, "embedding_dimension", "word_embedding_dimension");

  static PoolingConfig read(Path file) {
    var config = JsonValue.read(file);
    config
        .fields()
        .forEach((name, value) -> {
          if (!OTHERS.contains(name) && !isWay(name) && !JsonOptions.isOff(value)) {
            throw value.failure(
                "the option absent or off", "Cambric does not support this pooling.");
          }
        });
    return new PoolingConfig(ways(config), config.find(PROMPT).map(JsonValue::flag).orElse(true));
  }

  private static boolean isWay(String name) {
    return Stream.of(SentencePooling.values()).anyMatch(way -> way.option().equals(name));
  }

  private static List<SentencePooling> ways(JsonValue config) {
    var mode = config.find(MODE);
    if (mode.isPresent()) {
      var words = mode.get().isText() ? List.of(mode.get()) : mode.get().elements();
      if (words.isEmpty()) {
        throw mode.get().failure("at least one pooling", "Choose mean.");
      }
      return words.stream().map(PoolingConfig::way).toList();
    }
    var found =
        Stream.of(SentencePooling.values())
            .filter(way -> config.find(way.option()).map(JsonValue::flag).orElse(false))
            .toList();
    return found.isEmpty() ? List.of(SentencePooling.MEAN) : found;
  }

  private static SentencePooling way(JsonValue word) {
    return Stream.of(SentencePooling.values())
        .filter(way -> way.word().equals(word.text()))
        .findFirst()
        .orElseThrow(() ->
            word.failure(
                "one of the poolings %s"
                    .formatted(
                        Stream.of(SentencePooling.values()).map(SentencePooling::word).toList()),
                "Cambric does not support this pooling."));
  }
}
