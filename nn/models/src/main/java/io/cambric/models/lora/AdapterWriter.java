package io.cambric.models.lora;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;

/** Additions on their way to a folder of PEFT; mutable, for one folder. */
final class AdapterWriter {

  private static final String WEIGHT = ".weight";
  private static final String BIAS = ".bias";

  private final Lora lora;
  private final LoraParams params;
  private final Map<String, String> names;

  private final Map<String, NdArray> arrays = new LinkedHashMap<>();
  private final TreeSet<String> modules = new TreeSet<>();
  private final TreeSet<String> saved = new TreeSet<>();
  private final Map<String, Integer> ranks = new TreeMap<>();
  private final Map<String, Double> alphas = new TreeMap<>();
  private boolean allBiases;

  AdapterWriter(Lora lora, LoraParams params, Map<String, String> names) {
    this.lora = lora;
    this.params = params;
    this.names = names;
    params.pairs().forEach(this::add);
    params
        .magnitudes()
        .forEach((path, array) -> put(module(path, WEIGHT) + LoraFiles.MAGNITUDE, array));
    params.biases().forEach((path, array) -> put(module(path, BIAS) + ".lora_B.bias", array));
    params.replaced().keySet().stream()
        .map(this::name)
        .filter(name -> name.endsWith(WEIGHT) && !modules.contains(without(name, WEIGHT)))
        .forEach(name -> saved.add(without(name, WEIGHT)));
    params.replaced().forEach(this::replace);
  }

  /** {@return the arrays by name} */
  Map<String, NdArray> arrays() {
    return arrays;
  }

  private void add(String path, LoraPair pair) {
    var layer = module(path, WEIGHT);
    modules.add(layer);
    put(layer + ".lora_A.weight", pair.a().transpose());
    put(layer + ".lora_B.weight", pair.b().transpose());
    int rank = pair.a().dim(1);
    double alpha = lora.scale(path) * rank;
    if (rank != lora.rank()) {
      ranks.put(layer.replace(".", "\\."), rank);
    }
    if (alpha != alpha()) {
      alphas.put(layer.replace(".", "\\."), alpha);
    }
  }

  private void replace(String path, Array array) {
    var name = name(path);
    allBiases |= name.endsWith(BIAS) && !saved.contains(without(name, BIAS));
    int end = name.lastIndexOf('.');
    var inside =
        modules.contains(name.substring(0, end))
            ? name.substring(0, end) + LoraFiles.WRAPPED + name.substring(end + 1)
            : name;
    boolean outputsFirst =
        path.endsWith("/kernel")
            && array.rank() == 2
            && !LoraFiles.isInputsFirst(name.substring(0, end));
    put(inside, outputsFirst ? array.transpose() : array);
  }

  private void put(String name, Array array) {
    arrays.put(LoraFiles.PREFIX + name, array.concrete("LoraFiles.write"));
  }

  private String name(String path) {
    var name = names.get(path);
    if (name == null) {
      throw missing(path, "none");
    }
    return name;
  }

  private String module(String path, String end) {
    var name = name(path);
    if (!name.endsWith(end)) {
      throw missing(path, Quoted.of(name));
    }
    return without(name, end);
  }

  private static DataException missing(String path, String found) {
    return new DataException(
        "The variable %s needs the name of a weight or bias in the other library, but has %s. Pass the names of that model."
            .formatted(Quoted.of(path), found));
  }

  private static String without(String name, String end) {
    return name.substring(0, name.length() - end.length());
  }

  private double alpha() {
    return lora.scale() * lora.rank();
  }

  /** {@return the text of the configuration} */
  String config() {
    var config = new LinkedHashMap<String, Object>();
    config.put("peft_type", "LORA");
    config.put("r", lora.rank());
    config.put("lora_alpha", alpha());
    config.put("rank_pattern", ranks);
    config.put("alpha_pattern", alphas);
    config.put("target_modules", modules);
    if (!saved.isEmpty()) {
      config.put("modules_to_save", saved);
    }
    config.put("lora_dropout", 0.0);
    config.put("bias", allBiases ? "all" : "none");
    config.put("lora_bias", !params.biases().isEmpty());
    config.put("fan_in_fan_out", false);
    config.put("use_rslora", false);
    config.put("use_dora", !params.magnitudes().isEmpty());
    config.put("init_lora_weights", start());
    config.put("inference_mode", true);
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(config) + "\n";
  }

  private Object start() {
    return lora.start() == LoraStart.WHOLE ? true : lora.start().name().toLowerCase(Locale.ROOT);
  }
}
