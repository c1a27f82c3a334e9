package io.cambric.models.lora;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.SafeTensors;
import io.cambric.io.WholeFile;
import io.cambric.io.file.Quoted;
import io.cambric.io.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * Folders of the library PEFT: {@code adapter_config.json} and {@code adapter_model.safetensors}.
 *
 * <p>Layers have the names of Hugging Face there. A map says the name of each path, such as {@code
 * BertWeights.namesByPath}.
 *
 * @see <a href="https://huggingface.co/docs/peft/developer_guides/checkpoint">The PEFT format</a>
 */
public final class LoraFiles {

  private static final String CONFIG = "adapter_config.json";

  private static final String WEIGHTS = "adapter_model.safetensors";

  private static final String PREFIX = "base_model.model.";

  private static final String WEIGHT = ".weight";

  private LoraFiles() {}

  /**
   * Writes a folder, which is made if it is missing.
   *
   * @param names of weights by the paths of variables
   * @throws DataException if a kernel has no name, or a file cannot be written
   */
  public static void write(Path folder, Lora lora, LoraParams params, Map<String, String> names) {
    var arrays = new LinkedHashMap<String, NdArray>();
    var modules = new TreeMap<String, Boolean>();
    params
        .pairs()
        .forEach((path, pair) -> {
          var layer = layer(names, path);
          modules.put(layer, true);
          arrays.put(PREFIX + layer + ".lora_A.weight", transposed(pair.a()));
          arrays.put(PREFIX + layer + ".lora_B.weight", transposed(pair.b()));
        });
    try {
      Files.createDirectories(folder);
      WholeFile.write(folder.resolve(CONFIG), config(lora, List.copyOf(modules.keySet())));
    } catch (IOException e) {
      throw new DataException(
          "Folder %s needs to be written, but came %s. Name another folder.".formatted(folder, e),
          e);
    }
    SafeTensors.of(arrays).write(folder.resolve(WEIGHTS));
  }

  private static String layer(Map<String, String> names, String path) {
    var name = names.get(path);
    if (name == null || !name.endsWith(WEIGHT)) {
      throw new DataException(
          "The kernel %s needs the name of a weight in the other library, but has %s. Give the names of its model."
              .formatted(Quoted.of(path), name == null ? "none" : Quoted.of(name)));
    }
    return name.substring(0, name.length() - WEIGHT.length());
  }

  private static NdArray transposed(Array array) {
    return array.transpose().concrete("LoraFiles.write");
  }

  private static String config(Lora lora, List<String> modules) {
    var config = new LinkedHashMap<String, Object>();
    config.put("peft_type", "LORA");
    config.put("r", lora.rank());
    config.put("lora_alpha", lora.scale() * lora.rank());
    config.put("target_modules", modules);
    config.put("lora_dropout", 0.0);
    config.put("bias", "none");
    config.put("fan_in_fan_out", false);
    config.put("use_rslora", false);
    config.put("use_dora", false);
    config.put("inference_mode", true);
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(config) + "\n";
  }

  /**
   * {@return the adapter of a folder}
   *
   * @param names of weights by the paths of variables of the model
   * @throws DataException if a file is missing or damaged, the adapter is of another kind, or a
   *     layer is not one of the model
   */
  public static LoraAdapter read(Path folder, Map<String, String> names) {
    var config = JsonValue.read(folder.resolve(CONFIG));
    refuse(config, "use_dora");
    refuse(config, "fan_in_fan_out");
    int rank = config.get("r").integer();
    if (rank < 1) {
      throw config.get("r").failure("a rank of at least 1", "Take the adapter of another model.");
    }
    boolean rooted = config.find("use_rslora").map(JsonValue::flag).orElse(false);
    double scale = config.get("lora_alpha").number() / (rooted ? Math.sqrt(rank) : rank);
    var pairs = pairs(SafeTensors.read(folder.resolve(WEIGHTS)), names, rank, folder);
    var targets = pairs.keySet().stream().map(LoraFiles::target).toList();
    return new LoraAdapter(new Lora(rank, scale, targets), new LoraParams(pairs));
  }

  /** {@return the path of a layer without its collection} */
  private static String target(String path) {
    return path.substring(path.indexOf('/') + 1, path.length() - "/kernel".length());
  }

  private static void refuse(JsonValue config, String option) {
    var found = config.find(option);
    if (found.isPresent() && found.get().flag()) {
      throw found.get().failure("false", "Adapters of this kind are not supported.");
    }
  }

  private static Map<String, LoraPair> pairs(
      SafeTensors file, Map<String, String> names, int rank, Path folder) {
    var paths = new HashMap<String, String>();
    names.forEach((path, name) -> paths.put(name, path));
    var pairs = new TreeMap<String, LoraPair>();
    for (var name : file.names()) {
      if (name.endsWith(".lora_B.weight")) {
        continue;
      }
      var layer = name.replace(".lora_A.weight", "");
      var path =
          paths.get(layer.startsWith(PREFIX) ? layer.substring(PREFIX.length()) + WEIGHT : "");
      if (layer.equals(name) || path == null) {
        throw new DataException(
            "The adapter in %s has the array %s, which belongs to no layer of the model. Read it for the model that it was trained for."
                .formatted(folder, Quoted.of(name)));
      }
      var a = file.get(name).transpose();
      var b = file.get(layer + ".lora_B.weight").transpose();
      if (a.rank() != 2 || a.dim(1) != rank || b.rank() != 2 || b.dim(0) != rank) {
        throw new DataException(
            "The adapter in %s needs factors of rank %d for %s, but has %s and %s. Fetch or write it again."
                .formatted(folder, rank, Quoted.of(layer), a.aval(), b.aval()));
      }
      pairs.put(path, new LoraPair(a, b));
    }
    return pairs;
  }
}
