package io.cambric.models.lora;

import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.JsonOptions;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The options of an {@code adapter_config.json}. Options that change the result of a model are
 * honoured, or refused by name, also those that this version does not know.
 *
 * <p>Which arrays there are follows from the file of the arrays, so options that choose them only
 * have to agree with it.
 *
 * @param rank of layers that no pattern names
 * @param alpha of layers that no pattern names
 * @param ranks of the layers that patterns match; the first pattern that matches counts
 * @param alphas of the layers that patterns match
 * @param rooted whether scales are divided by the root of the rank
 * @param start the part removed from kernels
 * @param magnitudes whether kernels have norms of their own
 * @see <a
 *     href="https://huggingface.co/docs/peft/package_reference/lora#peft.LoraConfig">LoraConfig</a>
 */
record AdapterOptions(
    int rank,
    double alpha,
    Map<Pattern, Integer> ranks,
    Map<Pattern, Double> alphas,
    boolean rooted,
    LoraStart start,
    boolean magnitudes) {

  private static final String INIT = "init_lora_weights";

  private static final Set<String> HONOURED =
      Set.of(
          "peft_type",
          "r",
          "lora_alpha",
          "rank_pattern",
          "alpha_pattern",
          "use_rslora",
          "use_dora",
          "lora_bias",
          INIT,
          "target_modules",
          "exclude_modules",
          "layers_to_transform",
          "layers_pattern",
          "bias",
          "modules_to_save");

  /** Options that change nothing here, with the reason. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("task_type", "selects a Python class"),
          Map.entry("auto_mapping", "names a Python class"),
          Map.entry("peft_version", "names the writer of the file"),
          Map.entry("base_model_name_or_path", "names the model, which the caller passes"),
          Map.entry("revision", "names a version of the model"),
          Map.entry("inference_mode", "freezes the trained weights"),
          Map.entry("lora_dropout", "applies only to training"),
          Map.entry("fan_in_fan_out", "describes how PyTorch stores the kernel; factors are equal"),
          Map.entry("loftq_config", "applies only to LoftQ, which is rejected"),
          Map.entry("eva_config", "applies only before the training"),
          Map.entry("corda_config", "applies only to CorDA, which is rejected"),
          Map.entry("lora_ga_config", "applies only to LoRA-GA, which is rejected"),
          Map.entry("velora_config", "changes the backward pass alone"),
          Map.entry("qalora_group_size", "counts with use_qalora alone, which is refused"),
          Map.entry("megatron_core", "counts with megatron_config alone, which is refused"),
          Map.entry("runtime_config", "places arrays on devices"));

  /** Initialisations of the factors that leave the model unchanged. */
  private static final Set<String> PLAIN_STARTS =
      Set.of("true", "gaussian", "eva", "orthogonal", "mica");

  /**
   * {@return the options of a configuration}
   *
   * @throws io.cambric.errors.DataException if one is not supported, or has no such value
   */
  static AdapterOptions of(JsonValue config) {
    config
        .fields()
        .forEach((name, value) -> {
          if (!HONOURED.contains(name)
              && !WITHOUT_EFFECT.containsKey(name)
              && !JsonOptions.isOff(value)) {
            throw value.failure(
                "the option absent or off",
                "Cambric does not support adapters with this option. Merge the adapter in "
                    + "Python, and save the model.");
          }
        });
    var type = config.find("peft_type");
    if (type.isPresent() && !type.get().text().equals("LORA")) {
      throw type.get().failure("LORA", "Cambric supports no other adapters.");
    }
    return new AdapterOptions(
        rank(config.get("r")),
        config.get("lora_alpha").number(),
        patterns(config, "rank_pattern", AdapterOptions::rank),
        patterns(config, "alpha_pattern", JsonValue::number),
        config.find("use_rslora").map(JsonValue::flag).orElse(false),
        start(config),
        config.find("use_dora").map(JsonValue::flag).orElse(false));
  }

  private static int rank(JsonValue value) {
    int rank = value.integer();
    if (rank < 1) {
      throw value.failure("a rank of at least 1", "Use another adapter.");
    }
    return rank;
  }

  private static <T> Map<Pattern, T> patterns(
      JsonValue config, String name, Function<JsonValue, T> read) {
    var patterns = new LinkedHashMap<Pattern, T>();
    config
        .find(name)
        .ifPresent(found ->
            found
                .fields()
                .forEach((key, value) -> patterns.put(ending(key, value), read.apply(value))));
    return patterns;
  }

  /** {@return a pattern of whole names, or of what follows a dot in them, as in PEFT} */
  private static Pattern ending(String key, JsonValue value) {
    return pattern("(.*\\.)?(" + key + ")$", value);
  }

  static Pattern pattern(String regex, JsonValue value) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw value.failure(
          "a regular expression that Java supports, not one with: " + e.getDescription(),
          "Write the names of the layers.");
    }
  }

  private static LoraStart start(JsonValue config) {
    var found = config.find(INIT);
    if (found.isEmpty() || found.get().isFlag()) {
      return LoraStart.WHOLE;
    }
    var way = found.get().text().toLowerCase(Locale.ROOT);
    if (PLAIN_STARTS.contains(way)) {
      return LoraStart.WHOLE;
    }
    if (way.equals("pissa")) {
      return LoraStart.PISSA;
    }
    if (way.equals("olora")) {
      return LoraStart.OLORA;
    }
    throw found
        .get()
        .failure(
            "true, false, pissa, olora, or one of %s"
                .formatted(
                    PLAIN_STARTS.stream().filter(each -> !each.equals("true")).sorted().toList()),
            "The trained model has different kernels from the original; save the adapter "
                + "with path_initial_model_for_weight_conversion.");
  }

  /** {@return the rank of a layer, by its name in the other library} */
  int rank(String layer) {
    return first(ranks, layer, rank);
  }

  /** {@return the factor of the addition to a layer} */
  double scale(String layer) {
    int rank = rank(layer);
    return first(alphas, layer, alpha) / (rooted ? Math.sqrt(rank) : rank);
  }

  private static <T> T first(Map<Pattern, T> patterns, String layer, T otherwise) {
    for (var entry : patterns.entrySet()) {
      if (entry.getKey().matcher(layer).lookingAt()) {
        return entry.getValue();
      }
    }
    return otherwise;
  }
}
