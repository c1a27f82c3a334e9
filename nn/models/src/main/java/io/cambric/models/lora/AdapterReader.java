package io.cambric.models.lora;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import io.cambric.numpy.Numpy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A folder of PEFT on its way to additions; mutable, for one folder. */
final class AdapterReader {

  private static final String FIRST = ".lora_A.weight";
  private static final String SECOND = ".lora_B.weight";
  private static final String SECOND_BIAS = ".lora_B.bias";
  private static final String EMBEDDING = ".lora_embedding_";

  /** The mark of PEFT in the name of a bias that is in the file a second time. */
  private static final Pattern WRAPPER =
      Pattern.compile("\\.(modules_to_save(\\.default)?|original_module)(?=\\.)");

  /** The bias of the masked language model of BERT, and its second name. */
  private static final String BIAS = "cls.predictions.bias";

  private static final String DECODER_BIAS = "cls.predictions.decoder.bias";

  /** Layers without a variable of their own where a head shares the table of tokens. */
  private static final List<String> HEADS = List.of("lm_head.", "cls.predictions.decoder.");

  private final Path folder;
  private final AdapterOptions options;
  private final AdapterTargets targets;
  private final SafeTensors file;
  private final Map<String, String> paths = new HashMap<>();

  private final Map<String, LoraPair> pairs = new TreeMap<>();
  private final Map<String, Array> magnitudes = new TreeMap<>();
  private final Map<String, Array> biases = new TreeMap<>();
  private final Map<String, Array> replaced = new TreeMap<>();
  private final Map<String, Double> scales = new TreeMap<>();

  AdapterReader(Path folder, Map<String, String> names) {
    var config = JsonValue.read(folder.resolve(LoraFiles.CONFIG));
    this.folder = folder;
    this.options = AdapterOptions.of(config);
    this.targets = new AdapterTargets(config);
    this.file = SafeTensors.read(folder.resolve(LoraFiles.WEIGHTS));
    names.forEach((path, name) -> paths.put(name, path));
  }

  LoraAdapter read() {
    for (var name : file.names()) {
      read(
          name, name.startsWith(LoraFiles.PREFIX) ? name.substring(LoraFiles.PREFIX.length()) : "");
    }
    if (pairs.isEmpty()) {
      throw new DataException(
          "The adapter in %s needs factors of at least one layer, but has none. Gather its arrays, and save it again."
              .formatted(folder));
    }
    for (var path : pairs.keySet()) {
      if (options.magnitudes() && !magnitudes.containsKey(path)) {
        throw new DataException(
            "The adapter in %s has use_dora, so it needs a magnitude for %s, but has none. Fetch or write it again."
                .formatted(folder, Quoted.of(path)));
      }
    }
    var lora =
        new Lora(
            options.rank(),
            options.alpha() / (options.rooted() ? Math.sqrt(options.rank()) : options.rank()),
            pairs.keySet().stream().map(AdapterReader::target).toList(),
            scales,
            options.start());
    return new LoraAdapter(lora, new LoraParams(pairs, magnitudes, biases, replaced));
  }

  /** {@return the path of a layer without its collection} */
  private static String target(String path) {
    return path.substring(path.indexOf('/') + 1, path.length() - "/kernel".length());
  }

  private void read(String name, String inside) {
    if (inside.contains(EMBEDDING)) {
      throw table(name);
    }
    if (isWrittenTwice(inside)) {
      return;
    }
    if (inside.endsWith(FIRST)) {
      pair(name, without(inside, FIRST));
    } else if (inside.endsWith(SECOND)) {
      if (!file.names().contains(without(name, SECOND) + FIRST)) {
        throw foreign(name);
      }
    } else if (inside.endsWith(SECOND_BIAS)) {
      biases.put(biasPath(name, without(inside, SECOND_BIAS)), file.get(name));
    } else if (inside.contains(LoraFiles.MAGNITUDE)) {
      var layer = inside.substring(0, inside.indexOf(LoraFiles.MAGNITUDE));
      magnitudes.put(path(name, layer + ".weight"), magnitude(name));
    } else {
      var weight = inside.replace(LoraFiles.WRAPPED, ".");
      replaced.put(path(name, weight), replacement(name, weight));
    }
  }

  /** {@return whether the file has the same bias, or the trained one, under another name} */
  private boolean isWrittenTwice(String inside) {
    var names = file.names();
    if (inside.equals(DECODER_BIAS)) {
      var other = LoraFiles.PREFIX + BIAS;
      return names.contains(other)
          && Numpy.arrayEqual(file.get(LoraFiles.PREFIX + inside), file.get(other)).item() != 0;
    }
    var wrapper = WRAPPER.matcher(inside);
    return wrapper.find() && names.contains(LoraFiles.PREFIX + wrapper.replaceFirst(""));
  }

  private void pair(String name, String layer) {
    targets.require(layer);
    var path = path(name, layer + ".weight");
    if (!path.endsWith("/kernel")) {
      throw table(name);
    }
    if (options.start() == LoraStart.OLORA && LoraFiles.isInputsFirst(layer)) {
      throw new DataException(
          "The adapter in %s cannot have the init_lora_weights olora for %s, because PyTorch stores its kernel with inputs first. Save the adapter with path_initial_model_for_weight_conversion."
              .formatted(folder, Quoted.of(layer)));
    }
    var a = file.get(name).transpose();
    var b = file.get(without(name, FIRST) + SECOND).transpose();
    int rank = options.rank(layer);
    if (a.rank() != 2 || a.dim(1) != rank || b.rank() != 2 || b.dim(0) != rank) {
      throw new DataException(
          "The adapter in %s needs factors of rank %d for %s, but has %s and %s. Fetch or write it again."
              .formatted(folder, rank, Quoted.of(layer), a.aval(), b.aval()));
    }
    pairs.put(path, new LoraPair(a, b));
    scales.put(path, options.scale(layer));
  }

  private NdArray magnitude(String name) {
    if (!options.magnitudes()) {
      throw new DataException(
          "The adapter in %s has the magnitude %s, but use_dora is off. Use configuration and arrays of the same adapter."
              .formatted(folder, Quoted.of(name)));
    }
    return file.get(name);
  }

  private Array replacement(String name, String weight) {
    var path = path(name, weight);
    if (path.endsWith("/embedding")) {
      throw table(name);
    }
    var array = file.get(name);
    boolean outputsFirst =
        path.endsWith("/kernel")
            && array.rank() == 2
            && !LoraFiles.isInputsFirst(without(weight, ".weight"));
    return outputsFirst ? array.transpose() : array;
  }

  private String biasPath(String name, String layer) {
    if (paths.containsKey(layer + ".weight") && !paths.containsKey(layer + ".bias")) {
      throw new DataException(
          "The adapter in %s has the array %s of lora_bias, but the layer has no bias in the model. Train the adapter without lora_bias."
              .formatted(folder, Quoted.of(name)));
    }
    return path(name, layer + ".bias");
  }

  private String path(String name, String weight) {
    @Nullable String path = paths.get(weight);
    if (path == null) {
      throw foreign(name);
    }
    return path;
  }

  private static String without(String name, String end) {
    return name.substring(0, name.length() - end.length());
  }

  private DataException foreign(String name) {
    if (HEADS.stream().anyMatch(name::contains)) {
      return table(name);
    }
    return new DataException(
        "The adapter in %s has the array %s, which belongs to no layer of the model. Read it with the model that it was trained for."
            .formatted(folder, Quoted.of(name)));
  }

  /** {@return an exception; a head may share the table, and PEFT adapts only one of the two} */
  private DataException table(String name) {
    return new DataException(
        "The adapter in %s has the array %s of an embedding or a tied head, which Cambric does not support. Merge the adapter in Python, and save the model."
            .formatted(folder, Quoted.of(name)));
  }
}
