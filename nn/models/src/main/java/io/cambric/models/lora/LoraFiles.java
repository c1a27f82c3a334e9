package io.cambric.models.lora;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.io.safetensors.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Folders of the library PEFT: {@code adapter_config.json} and {@code adapter_model.safetensors}.
 *
 * <p>Layers have the names of Hugging Face there. A map says the name of each path, such as {@code
 * BertWeights.namesByPath}.
 *
 * @see <a href="https://huggingface.co/docs/peft/developer_guides/checkpoint">The PEFT format</a>
 */
public final class LoraFiles {

  static final String CONFIG = "adapter_config.json";

  static final String WEIGHTS = "adapter_model.safetensors";

  /** Before the names of the model. */
  static final String PREFIX = "base_model.model.";

  /** Between the name of an adapted layer and a variable of the model in it. */
  static final String WRAPPED = ".base_layer.";

  static final String MAGNITUDE = ".lora_magnitude_vector";

  /** The layers of GPT-2, whose kernels PyTorch stores with inputs first. */
  private static final Pattern INPUTS_FIRST = Pattern.compile(".*\\bc_(attn|proj|fc)");

  private LoraFiles() {}

  /** {@return whether PyTorch stores the kernel of a layer as {@code [in, out]}, as it is here} */
  static boolean isInputsFirst(String layer) {
    return INPUTS_FIRST.matcher(layer).matches();
  }

  /**
   * Writes a folder, which is made if it is missing.
   *
   * @param names of weights by the paths of variables
   * @throws DataException if a variable has no name, or a file cannot be written
   */
  public static void write(Path folder, Lora lora, LoraParams params, Map<String, String> names) {
    var writer = new AdapterWriter(lora, params, names);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(folder.resolve(CONFIG), writer.config());
    } catch (IOException e) {
      throw new DataException(
          "Folder %s cannot be written: %s. Name another folder.".formatted(folder, e), e);
    }
    SafeTensors.of(writer.arrays()).write(folder.resolve(WEIGHTS));
  }

  /**
   * {@return the adapter of a folder}
   *
   * <p>Options that change what the model computes are honoured, or refused by name.
   *
   * @param names of weights by the paths of variables of the model
   * @throws DataException if a file is missing or damaged, the adapter is of another kind, or a
   *     layer is not one of the model
   */
  public static LoraAdapter read(Path folder, Map<String, String> names) {
    return new AdapterReader(folder, names).read();
  }
}
