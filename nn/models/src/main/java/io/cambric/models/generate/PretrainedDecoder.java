package io.cambric.models.generate;

import io.cambric.errors.DataException;
import io.cambric.io.json.JsonValue;
import io.cambric.models.PretrainedFolder;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.models.pretrained.ConfigFields;
import io.cambric.scope.Variables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A language model of a folder of Hugging Face, whichever of GPT-2, Llama and Mistral it is, ready
 * to generate. An immutable value.
 *
 * <p>The generator stops at the end tokens of {@code generation_config.json}, or else of {@code
 * config.json}, and chooses tokens as the former says.
 *
 * {@snippet :
 * var model = PretrainedDecoder.read(Path.of("gpt2"));
 * var text = model.generator().generate(model.variables(), List.of(prompt), Key.of(0));
 * }
 *
 * @param type the name of the model in its configuration, such as {@code gpt2}
 * @param generator of its tokens
 * @param variables of its module
 * @param bosTokenId the token that begins a text, if there is one
 */
public record PretrainedDecoder(
    String type, Generator generator, Variables variables, OptionalInt bosTokenId) {

  /** Number of candidates where a configuration asks for sampling and does not say. */
  private static final int TOP_K = 50;

  /**
   * {@return the model of a folder}
   *
   * @throws DataException if a file is missing or damaged, or the model is another one
   */
  public static PretrainedDecoder read(Path folder) {
    try (var files = PretrainedFolder.open(folder)) {
      var settings =
          Optional.of(files.file("generation_config.json"))
              .filter(Files::exists)
              .map(JsonValue::read);
      var type = files.config().get("model_type").text();
      return switch (type) {
        case "gpt2" -> {
          var config = Gpt2Config.of(files.config());
          yield new PretrainedDecoder(
              type,
              set(Generator.of(Gpt2.of(config)), config.eosTokenId(), settings),
              Gpt2Weights.load(files.weights(), config),
              begin(files.config(), settings));
        }
        case "llama", "mistral" -> {
          var config = LlamaConfig.of(files.config());
          yield new PretrainedDecoder(
              type,
              set(Generator.of(Llama.of(config)), config.eosTokenId(), settings),
              LlamaWeights.load(files.weights(), config),
              begin(files.config(), settings));
        }
        default ->
            throw files
                .config()
                .get("model_type")
                .failure("gpt2, llama or mistral", "Other decoders are not supported.");
      };
    }
  }

  private static OptionalInt begin(JsonValue config, Optional<JsonValue> settings) {
    return settings
        .flatMap(json -> json.find("bos_token_id"))
        .or(() -> config.find("bos_token_id"))
        .map(id -> OptionalInt.of(id.integer()))
        .orElse(OptionalInt.empty());
  }

  private static Generator set(
      Generator generator, List<Integer> endTokens, Optional<JsonValue> settings) {
    if (settings.isEmpty()) {
      return generator.withStopTokens(endTokens);
    }
    var fields = ConfigFields.of(settings.get());
    boolean samples = fields.flag("do_sample", false);
    var sampling =
        samples
            ? Sampling.of(fields.aboveZero("temperature", 1.0))
                .withTopK(settings.get().find("top_k").map(JsonValue::integer).orElse(TOP_K))
                .withTopP(fields.aboveZero("top_p", 1.0))
            : Sampling.greedy();
    var stops = fields.endTokens();
    return generator
        .withStopTokens(stops.isEmpty() ? endTokens : stops)
        .withSampling(sampling.withRepetitionPenalty(fields.aboveZero("repetition_penalty", 1.0)));
  }
}
