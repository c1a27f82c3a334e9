package io.cambric.models.generate;

import io.cambric.errors.DataException;
import io.cambric.models.PretrainedFolder;
import io.cambric.models.bart.Bart;
import io.cambric.models.bart.BartConfig;
import io.cambric.models.bart.BartWeights;
import io.cambric.models.pretrained.ConfigFields;
import io.cambric.models.t5.T5;
import io.cambric.models.t5.T5Config;
import io.cambric.models.t5.T5Weights;
import io.cambric.scope.Variables;
import java.nio.file.Path;

/**
 * An encoder-decoder model from a folder of Hugging Face (BART or T5), ready to generate. An
 * immutable value. Its settings come from the same files as in {@link PretrainedDecoder}.
 *
 * {@snippet :
 * var model = PretrainedSeq2Seq.read(Path.of("t5-small"));
 * var text = model.generator().generate(model.variables(), List.of(source), Key.of(0));
 * }
 *
 * @param type the name of the model in its configuration, such as {@code t5}
 * @param generator of its tokens
 * @param variables of its module
 */
public record PretrainedSeq2Seq(String type, Seq2SeqGenerator generator, Variables variables) {

  /**
   * {@return the model of a folder}
   *
   * @throws DataException if a file is missing or damaged, the model is of another kind, or
   *     settings of generation are not supported
   */
  public static PretrainedSeq2Seq read(Path folder) {
    try (var files = PretrainedFolder.open(folder)) {
      var type = files.config().get("model_type").text();
      return switch (type) {
        case "bart" -> {
          var config = BartConfig.of(files.config());
          yield new PretrainedSeq2Seq(
              type,
              set(Seq2SeqGenerator.of(Bart.of(config), config.start()), files),
              BartWeights.load(files.weights(), config));
        }
        case "t5" -> {
          var config = T5Config.of(files.config());
          yield new PretrainedSeq2Seq(
              type,
              set(Seq2SeqGenerator.of(T5.of(config), config.start()), files),
              T5Weights.load(files.weights(), config));
        }
        default ->
            throw files
                .config()
                .get("model_type")
                .failure("bart or t5", "Cambric supports no other encoder-decoder models.");
      };
    }
  }

  private static Seq2SeqGenerator set(Seq2SeqGenerator generator, PretrainedFolder files) {
    var file = GenerationFile.of(files);
    var ends = ConfigFields.of(files.config()).endTokens();
    var set = generator.withSettings(file.settings(ends));
    var start = file.token("decoder_start_token_id");
    var begin = start.isPresent() ? start : file.token("bos_token_id");
    return begin.isPresent() ? set.withStart(begin.getAsInt()) : set;
  }
}
