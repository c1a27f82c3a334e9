package io.cambric.models.generate;

import io.cambric.errors.DataException;
import io.cambric.models.PretrainedFolder;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.scope.Variables;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A language model from a folder of Hugging Face (GPT-2, Llama or Mistral), ready to generate. An
 * immutable value.
 *
 * <p>The generator takes its settings from {@code generation_config.json}, or else from {@code
 * config.json}. The end tokens come from the former, or else from the latter.
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

  /**
   * {@return the model of a folder}
   *
   * @throws DataException if a file is missing or damaged, the model is of another kind, or
   *     settings of generation are not supported
   */
  public static PretrainedDecoder read(Path folder) {
    try (var files = PretrainedFolder.open(folder)) {
      var type = files.config().get("model_type").text();
      return switch (type) {
        case "gpt2" -> {
          var config = Gpt2Config.of(files.config());
          var settings = GenerationFile.of(files);
          yield new PretrainedDecoder(
              type,
              Generator.of(Gpt2.of(config)).withSettings(settings.settings(config.eosTokenId())),
              Gpt2Weights.load(files.weights(), config),
              begin(files, settings));
        }
        case "llama", "mistral" -> {
          var config = LlamaConfig.of(files.config());
          var settings = GenerationFile.of(files);
          yield new PretrainedDecoder(
              type,
              Generator.of(Llama.of(config)).withSettings(settings.settings(config.eosTokenId())),
              LlamaWeights.load(files.weights(), config),
              begin(files, settings));
        }
        default ->
            throw files
                .config()
                .get("model_type")
                .failure("gpt2, llama or mistral", "Cambric supports no other decoders.");
      };
    }
  }

  private static OptionalInt begin(PretrainedFolder files, GenerationFile settings) {
    var own = settings.token("bos_token_id");
    return own.isPresent() ? own : new GenerationFile(files.config(), true).token("bos_token_id");
  }
}
