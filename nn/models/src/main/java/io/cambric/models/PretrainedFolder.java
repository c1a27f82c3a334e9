package io.cambric.models;

import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder as {@code save_pretrained} of Hugging Face's Transformers writes it: {@code
 * config.json}, and weights in {@code model.safetensors} or in the files that {@code
 * model.safetensors.index.json} lists. Weights are read when they are asked for, so the folder
 * stays open until {@link #close}.
 *
 * {@snippet :
 * try (var folder = PretrainedFolder.open(Path.of("bert-base-uncased"))) {
 *   var config = BertConfig.of(folder.config());
 *   var variables = BertWeights.load(folder.weights(), config);
 * }
 * }
 */
public final class PretrainedFolder implements AutoCloseable {

  private static final String WEIGHTS = "model.safetensors";

  private final Path folder;
  private final JsonValue config;
  private final NamedArrays weights;
  private final Runnable closing;

  private PretrainedFolder(Path folder, JsonValue config, NamedArrays weights, Runnable closing) {
    this.folder = folder;
    this.config = config;
    this.weights = weights;
    this.closing = closing;
  }

  /**
   * {@return an open folder}
   *
   * @throws DataException if a file is missing or damaged
   */
  public static PretrainedFolder open(Path folder) {
    var config = JsonValue.read(folder.resolve("config.json"));
    var single = folder.resolve(WEIGHTS);
    var index = folder.resolve(WEIGHTS + ".index.json");
    if (Files.exists(single)) {
      var file = SafeTensors.open(single);
      return new PretrainedFolder(folder, config, file, file::close);
    }
    if (!Files.exists(index)) {
      throw new DataException(
          "Folder %s needs weights in %s or %s, but has neither. Save the model with safe_serialization, or name another folder."
              .formatted(folder, single.getFileName(), index.getFileName()));
    }
    var shards = SafeTensors.openSharded(index);
    return new PretrainedFolder(folder, config, shards, shards::close);
  }

  /** {@return the configuration of the model} */
  public JsonValue config() {
    return config;
  }

  /** {@return the weights, by their names in the files} */
  public NamedArrays weights() {
    return weights;
  }

  /** {@return the path of another file of the folder} */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Closes the files of the weights. Arrays that were read stay. */
  @Override
  public void close() {
    closing.run();
  }

  @Override
  public String toString() {
    return "PretrainedFolder " + folder;
  }
}
