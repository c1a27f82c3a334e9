package io.cambric.examples.gpt;

import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.module.config.JsonFormat;
import io.cambric.scope.Variables;
import io.cambric.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder of a GPT-2 as Hugging Face's Transformers writes and reads it. */
final class GptFolder {

  private GptFolder() {}

  /**
   * Writes a model.
   *
   * @throws DataException if a file cannot be written
   */
  static void write(Path folder, Gpt2Config config, Variables variables, Tokenizer tokenizer) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new DataException(
          "The folder %s cannot be created: %s. Pass another folder with --out."
              .formatted(folder, e),
          e);
    }
    var json = JsonFormat.standard();
    json.write(folder.resolve("config.json"), config.toJson());
    json.write(
        folder.resolve("tokenizer_config.json"),
        Map.of(
            "tokenizer_class",
            "PreTrainedTokenizerFast",
            "eos_token",
            GptTokenizer.END,
            "bos_token",
            GptTokenizer.END,
            "clean_up_tokenization_spaces",
            false));
    tokenizer.save(folder.resolve("tokenizer.json"));
    SafeTensors.of(Gpt2Weights.export(variables, config))
        .withMetadata(Map.of("format", "pt"))
        .write(folder.resolve("model.safetensors"));
  }
}
