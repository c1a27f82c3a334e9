package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.io.weight.WeightMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * One call of a layer of PyTorch: it remembers which options and inputs the layer read. So no
 * option passes that the layer does not know. An option that is {@code None} counts as not given.
 */
final class TorchCall {

  private static final JsonMapper JSON = new JsonMapper();

  /** Options that show in the shapes of weights and inputs, or have an effect in training only. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "in_features",
          "out_features",
          "in_channels",
          "num_features",
          "num_channels",
          "num_parameters",
          "input_size",
          "embed_dim",
          "kdim",
          "vdim",
          "d_model",
          "dim_feedforward",
          "dropout",
          "momentum",
          "init",
          "norm_type",
          "sparse",
          "device");

  private final String layer;
  private final JsonNode options;
  private final Map<String, Array> weights;
  private final Map<String, Array> inputs;
  private final String note;
  private final Set<String> read = new HashSet<>();

  /**
   * Describes a call.
   *
   * @param layer the name of its class
   * @param options arguments of its constructor
   * @param weights its state dict
   * @param inputs by name
   * @param note what the case says of it in words
   */
  TorchCall(
      String layer,
      JsonNode options,
      Map<String, Array> weights,
      Map<String, Array> inputs,
      String note) {
    this.layer = layer;
    this.options = options;
    this.weights = weights;
    this.inputs = inputs;
    this.note = note;
  }

  /**
   * Ends the call.
   *
   * @throws UnsupportedFeature naming the options and inputs that the layer did not read
   */
  void requireAllRead() {
    var unread = new TreeSet<String>();
    options.properties().stream()
        .filter(option -> !option.getValue().isNull() && !WITHOUT_EFFECT.contains(option.getKey()))
        .forEach(option -> unread.add(option.getKey()));
    unread.addAll(inputs.keySet());
    unread.removeAll(read);
    if (!unread.isEmpty()) {
      throw new UnsupportedFeature(
          new TreeSet<>(unread.stream().map(name -> feature(name)).toList()));
    }
  }

  private String feature(String option) {
    return "torch:" + layer + "." + option;
  }

  Map<String, Array> weights() {
    return weights;
  }

  /** {@return variables with the weights} */
  <T> T load(WeightMap map, T target) {
    return map.load(weights, target);
  }

  String note() {
    return note;
  }

  Array input() {
    return required("input");
  }

  Array required(String name) {
    var input = optional(name);
    if (input == null) {
      throw new IllegalArgumentException("no input " + name);
    }
    return input;
  }

  /** {@return the input of the first of some names that is there} */
  @Nullable Array optional(String... names) {
    read.addAll(List.of(names));
    for (var name : names) {
      if (inputs.containsKey(name)) {
        return inputs.get(name);
      }
    }
    return null;
  }

  /** {@return the value of an option, missing if it is not given} */
  JsonNode option(String name) {
    read.add(name);
    var value = options.path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  boolean has(String option) {
    return !option(option).isMissingNode();
  }

  int size(String option) {
    return option(option).intValue();
  }

  int size(String option, int absent) {
    return has(option) ? size(option) : absent;
  }

  double number(String option, double absent) {
    return has(option) ? option(option).doubleValue() : absent;
  }

  boolean flag(String option, boolean absent) {
    return has(option) ? option(option).booleanValue() : absent;
  }

  /** {@return what stands for the word of an option; a word of none is not yet supported} */
  <T> T choice(String option, String absent, Map<String, T> choices) {
    var given = option(option);
    var word = !has(option) ? absent : given.isString() ? given.stringValue() : given.toString();
    var choice = choices.get(word);
    if (choice == null) {
      throw new UnsupportedFeature(feature(option) + "=" + word);
    }
    return choice;
  }

  /** Reads an option that is supported with one value only, which it has by default. */
  void require(String option, Object value) {
    var given = option(option);
    if (!given.isMissingNode() && !given.asString().equals(value.toString())) {
      throw new UnsupportedFeature(feature(option));
    }
  }

  /** Reads an option that is supported only where it is not given. */
  void requireAbsent(String option) {
    if (has(option)) {
      throw new UnsupportedFeature(feature(option));
    }
  }

  /** {@return one number for each spatial axis} */
  int[] spatial(String option, int axes, int absent) {
    var value = option(option);
    return IntStream.range(0, axes)
        .map(i -> value.isArray() ? value.get(i).intValue() : value.asInt(absent))
        .toArray();
  }

  /** {@return a call of a layer inside with options of its own; its weights have a prefix} */
  TorchCall inside(String prefix, Map<String, Object> options, Map<String, Array> inputs) {
    var below = new LinkedHashMap<String, Array>();
    weights.forEach((name, array) -> {
      if (name.startsWith(prefix + ".")) {
        below.put(name.substring(prefix.length() + 1), array);
      }
    });
    return new TorchCall(layer, JSON.valueToTree(options), below, inputs, note);
  }
}
