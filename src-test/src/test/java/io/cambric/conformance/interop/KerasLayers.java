package io.cambric.conformance.interop;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.frameworks.keras.KerasRules;
import io.cambric.io.NamedArrays;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionCall;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.ConvTranspose;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.nn.GruCell;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.LstmCell;
import io.cambric.nn.MultiHeadDotProductAttention;
import io.cambric.nn.Padding;
import io.cambric.nn.Pooling;
import io.cambric.nn.Rnn;
import io.cambric.nn.RnnCall;
import io.cambric.nn.RnnCell;
import io.cambric.nn.SimpleCell;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Our layers in place of those of Keras, with the weights of a file. Mutable, for one run: an
 * embedding with a mask sets it for the layers behind.
 */
final class KerasLayers {

  private static final Key KEY = Key.of(0);

  private static final Map<String, ArrayFn> ACTIVATIONS =
      Map.of(
          "linear", x -> x,
          "relu", Activations::relu,
          "tanh", Numpy::tanh,
          "sigmoid", Activations::sigmoid,
          "softmax", Activations::softmax,
          "gelu", x -> Activations.gelu(x, false),
          "elu", Activations::elu,
          "selu", Activations::selu,
          "silu", Activations::silu,
          "softplus", Activations::softplus);

  private final KerasRules rules;
  private final NamedArrays arrays;
  private final Map<String, String> owners;
  private @Nullable Array mask;

  /**
   * Begins a run.
   *
   * @param owners the names of layers with variables, by path
   */
  KerasLayers(KerasRules rules, NamedArrays arrays, Map<String, String> owners) {
    this.rules = rules;
    this.arrays = arrays;
    this.owners = owners;
  }

  /**
   * {@return the outputs of a layer}
   *
   * @param path of the layer in a file of Keras 3
   */
  List<Array> call(JsonNode layer, String path, List<Array> inputs, JsonNode arguments) {
    var config = layer.get("config");
    var x = inputs.getFirst();
    return switch (layer.get("class_name").asString()) {
      case "LSTM" -> lstm(config, path, x);
      case "Add" -> List.of(inputs.stream().reduce(Array::add).orElseThrow());
      case "Concatenate" -> List.of(Numpy.concatenate(inputs, config.get("axis").intValue()));
      case "LogicalOr" -> List.of(Numpy.logicalOr(x, inputs.get(1)));
      case "NotEqual" -> List.of(isNotZero(x));
      case "GlobalAveragePooling1D" ->
          List.of(inputs.size() == 1 ? Numpy.mean(x, 1) : pooled(x, inputs.get(1)));
      case "MultiHeadAttention" -> List.of(attention(config, path, inputs, arguments));
      default -> List.of(simple(layer, config, path, x));
    };
  }

  private Array simple(JsonNode layer, JsonNode config, String path, Array x) {
    return switch (layer.get("class_name").asString()) {
      case "Dense" -> dense(config, path, x);
      case "Conv1D", "Conv2D", "Conv3D" -> activated(config, conv(config, path, x));
      case "DepthwiseConv1D", "DepthwiseConv2D" -> depthwise(config, path, x);
      case "SeparableConv1D", "SeparableConv2D" -> separable(config, path, x);
      case "Conv1DTranspose", "Conv2DTranspose" -> transposed(config, path, x);
      case "Embedding" -> embedding(config, path, x);
      case "BatchNormalization" -> batchNorm(config, path, x);
      case "LayerNormalization" -> layerNorm(config, path, x);
      case "GroupNormalization" -> groupNorm(config, path, x);
      case "GRU" -> sequence(config, rnn(config, path, x, false));
      case "SimpleRNN" -> sequence(config, rnn(config, path, x, false));
      case "Bidirectional" -> bidirectional(config, path, x);
      case "TimeDistributed" ->
          simple(config.get("layer"), config.get("layer").get("config"), path + "/layer", x);
      case "PReLU" -> prelu(path, x);
      case "ReLU" -> Activations.relu(x);
      case "Dropout" -> x;
      case "Flatten" -> x.reshape(x.dim(0), -1);
      case "GlobalAveragePooling2D" -> Numpy.mean(x, 1, 2);
      case "MaxPooling2D" ->
          Pooling.maxPool(
              x, numbers(config, "pool_size"), numbers(config, "strides"), padding(config));
      case "UnitNormalization" ->
          x.div(Numpy.maximum(Numpy.sqrt(Numpy.sum(Numpy.square(x), Axes.of(-1), true)), 1e-12));
      default -> throw new UnsupportedFeature("keras:" + layer.get("class_name").asString());
    };
  }

  private static Array isNotZero(Array x) {
    return Numpy.notEqual(x, Numpy.zerosLike(x));
  }

  private static Array pooled(Array x, Array mask) {
    var weights = Numpy.expandDims(mask, -1).astype(DType.F32);
    return Numpy.sum(x.mul(weights), 1).div(Numpy.sum(weights, 1));
  }

  private static List<Integer> numbers(JsonNode config, String option) {
    return StreamSupport.stream(config.get(option).spliterator(), false)
        .map(JsonNode::intValue)
        .toList();
  }

  private static Padding padding(JsonNode config) {
    return Padding.Mode.valueOf(config.get("padding").asString().toUpperCase(Locale.ROOT));
  }

  private static ArrayFn activation(JsonNode config) {
    var name = config.get("activation").asString();
    var function = ACTIVATIONS.get(name);
    if (function == null) {
      throw new UnsupportedFeature("keras:activation=" + name);
    }
    return function;
  }

  private static Array activated(JsonNode config, Array x) {
    return activation(config).apply(x);
  }

  private String owner(String path) {
    var owner = owners.get(path);
    if (owner == null) {
      throw new UnsupportedFeature("keras:" + path);
    }
    return owner;
  }

  private Variables load(String owner, List<WeightRule> rules, Variables target) {
    return WeightMap.of(rules).load(arrays.filter(name -> name.startsWith(owner + "/")), target);
  }

  private Array dense(JsonNode config, String path, Array x) {
    var layer =
        Dense.of(config.get("units").intValue()).withUseBias(config.get("use_bias").booleanValue());
    var owner = owner(path);
    var variables = load(owner, rules.dense(owner, ""), layer.init(KEY, x));
    return activated(config, layer.apply(variables, x));
  }

  private static Conv convolution(JsonNode config, int features) {
    return Conv.of(features, numbers(config, "kernel_size"))
        .withStrides(numbers(config, "strides"))
        .withKernelDilation(numbers(config, "dilation_rate"))
        .withPadding(padding(config))
        .withUseBias(config.get("use_bias").booleanValue());
  }

  private Array conv(JsonNode config, String path, Array x) {
    var layer =
        convolution(config, config.get("filters").intValue())
            .withFeatureGroupCount(config.get("groups").intValue());
    var owner = owner(path);
    return layer.apply(load(owner, rules.conv(owner, ""), layer.init(KEY, x)), x);
  }

  private static Conv ofDepth(JsonNode config, Array x) {
    int in = x.dim(-1);
    return convolution(config, in * config.get("depth_multiplier").intValue())
        .withFeatureGroupCount(in);
  }

  private Array depthwise(JsonNode config, String path, Array x) {
    var layer = ofDepth(config, x);
    var owner = owner(path);
    var rules = this.rules.depthwiseConv(owner, "", x.rank() - 2);
    return activated(config, layer.apply(load(owner, rules, layer.init(KEY, x)), x));
  }

  private Array separable(JsonNode config, String path, Array x) {
    var first = ofDepth(config, x).withUseBias(false);
    var ones = numbers(config, "kernel_size").stream().map(_ -> 1).toList();
    var second =
        Conv.of(config.get("filters").intValue(), ones)
            .withUseBias(config.get("use_bias").booleanValue());
    var owner = owner(path);
    var initial = first.init(KEY, x);
    var both = initial.params();
    var between = first.apply(initial, x);
    var target =
        Variables.of(
            io.cambric.scope.Params.of(
                Map.of("first", both, "second", second.init(KEY, between).params())));
    var loaded =
        load(owner, rules.separableConv(owner, "first", "second", x.rank() - 2), target).params();
    var middle = first.apply(Variables.of(loaded.at("first")), x);
    return activated(config, second.apply(Variables.of(loaded.at("second")), middle));
  }

  private Array transposed(JsonNode config, String path, Array x) {
    var layer =
        ConvTranspose.of(config.get("filters").intValue(), numbers(config, "kernel_size"))
            .withStrides(numbers(config, "strides"))
            .withKernelDilation(numbers(config, "dilation_rate"))
            .withPadding(padding(config))
            .withUseBias(config.get("use_bias").booleanValue())
            .withTransposeKernel(true);
    var owner = owner(path);
    var variables = load(owner, rules.convTranspose(owner, ""), layer.init(KEY, x));
    return activated(config, layer.apply(variables, x));
  }

  private Array embedding(JsonNode config, String path, Array x) {
    var layer = Embed.of(config.get("input_dim").intValue(), config.get("output_dim").intValue());
    if (config.get("mask_zero").booleanValue()) {
      mask = isNotZero(x);
    }
    var owner = owner(path);
    return layer.apply(load(owner, rules.embedding(owner, ""), layer.init(KEY, x)), x);
  }

  private Array batchNorm(JsonNode config, String path, Array x) {
    var layer = BatchNorm.of(true).withEpsilon(config.get("epsilon").asDouble());
    var owner = owner(path);
    return layer.apply(load(owner, rules.batchNormalization(owner, ""), layer.init(KEY, x)), x);
  }

  private Array layerNorm(JsonNode config, String path, Array x) {
    var layer = LayerNorm.of().withEpsilon(config.get("epsilon").asDouble());
    var owner = owner(path);
    return layer.apply(load(owner, rules.layerNormalization(owner, ""), layer.init(KEY, x)), x);
  }

  private Array groupNorm(JsonNode config, String path, Array x) {
    var layer =
        GroupNorm.of(config.get("groups").intValue()).withEpsilon(config.get("epsilon").asDouble());
    var owner = owner(path);
    return layer.apply(load(owner, rules.layerNormalization(owner, ""), layer.init(KEY, x)), x);
  }

  private Array prelu(String path, Array x) {
    var owner = owner(path);
    var alpha = arrays.get(arrays.filter(n -> n.startsWith(owner + "/")).names().iterator().next());
    return Numpy.where(Numpy.greater(x, Numpy.zerosLike(x)), x, x.mul(alpha));
  }

  private List<Array> lstm(JsonNode config, String path, Array x) {
    var cell = LstmCell.of(config.get("units").intValue());
    var owner = owner(path + "/cell");
    var rnn = Rnn.of(cell).withReverse(config.get("go_backwards").booleanValue());
    var target = rnn.init(KEY, x);
    var variables = load(owner, rules.lstm(owner, "cell"), target);
    var result = rnn.apply(variables, m -> m.callWithCarry(x, RnnCall.none()));
    var y = sequence(config, result.output());
    return config.get("return_state").booleanValue()
        ? List.of(y, result.carry().h(), result.carry().c())
        : List.of(y);
  }

  /** {@return all of a sequence, or its last element} */
  private static Array sequence(JsonNode config, Array y) {
    int steps = y.dim(1);
    return config.get("return_sequences").booleanValue()
        ? y
        : Numpy.slice(y, 1, steps - 1, steps).reshape(y.dim(0), y.dim(-1));
  }

  private Array rnn(JsonNode config, String path, Array x, boolean backwards) {
    var owner = owner(path + "/cell");
    int units = config.get("units").intValue();
    boolean gated = config.has("reset_after");
    RnnCell<Array> cell =
        gated ? GruCell.of(units) : SimpleCell.of(units).withActivationFn(activation(config));
    var rnn = Rnn.of(cell).withReverse(backwards).withKeepOrder(backwards);
    var ofCell = gated ? rules.gru(owner, "cell") : rules.simpleRnn(owner, "cell");
    return rnn.apply(load(owner, ofCell, rnn.init(KEY, x)), x);
  }

  private Array bidirectional(JsonNode config, String path, Array x) {
    var inner = config.get("layer").get("config");
    if (!config.get("merge_mode").asString().equals("concat") || !inner.has("reset_after")) {
      throw new UnsupportedFeature("keras:Bidirectional");
    }
    return Numpy.concatenate(
        List.of(
            rnn(inner, path + "/forward_layer", x, false),
            rnn(inner, path + "/backward_layer", x, true)),
        -1);
  }

  private Array attention(JsonNode config, String path, List<Array> inputs, JsonNode arguments) {
    var query = inputs.getFirst();
    var value = inputs.get(1);
    int heads = config.get("num_heads").intValue();
    var layer =
        MultiHeadDotProductAttention.of(heads)
            .withQkvFeatures(heads * config.get("key_dim").intValue())
            .withOutFeatures(query.dim(-1))
            .withUseBias(config.get("use_bias").booleanValue());
    var part = owner(path + "/query_dense");
    var owner = part.substring(0, part.lastIndexOf('/'));
    var variables =
        load(owner, rules.multiHeadAttention(owner, ""), layer.init(KEY, query, value, value));
    var options = AttentionCall.of(mask(query, arguments));
    return layer.apply(variables, m -> m.call(query, value, value, options));
  }

  /** {@return the places that each place may attend to; null for all} */
  private @Nullable Array mask(Array query, JsonNode arguments) {
    Array padding = mask == null ? null : Attention.makeAttentionMask(mask, mask);
    if (!arguments.path("use_causal_mask").asBoolean(false)) {
      return padding;
    }
    var places = Numpy.zeros(query.shape().slice(0, 2));
    var causal = Attention.makeCausalMask(places);
    return padding == null ? causal : causal.mul(padding);
  }
}
