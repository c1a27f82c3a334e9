package io.cambric.conformance.interop;

import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Layers of transformers of PyTorch, of its attention, linear and normalising layers. */
final class TorchTransformer {

  private static final Map<String, UnaryOperator<Array>> ACTIVATIONS =
      Map.of("relu", Activations::relu, "gelu", x -> Activations.gelu(x, false));

  private final TorchCall call;
  private final boolean normFirst;
  private final Map<String, Object> ofNorms;
  private final Map<String, Object> ofAttention;
  private final Map<String, Object> ofLinear;
  private final UnaryOperator<Array> activation;

  private TorchTransformer(TorchCall call) {
    this.call = call;
    boolean bias = call.flag("bias", true);
    this.normFirst = call.flag("norm_first", false);
    this.ofNorms = Map.of("eps", call.number("layer_norm_eps", 1e-5), "bias", bias);
    this.ofAttention =
        Map.of(
            "num_heads", call.size("nhead"),
            "batch_first", call.flag("batch_first", false),
            "bias", bias);
    this.ofLinear = Map.of("bias", bias);
    this.activation = call.choice("activation", "relu", ACTIVATIONS);
  }

  static Array encoder(TorchCall call) {
    var layer = new TorchTransformer(call);
    var mask = call.optional("src_mask");
    var padding = call.optional("src_key_padding_mask", "key_padding_mask");
    var x = layer.block("norm1", call.input(), y -> layer.attend("self_attn", y, y, mask, padding));
    return layer.block("norm2", x, layer::feedForward);
  }

  static Array decoder(TorchCall call) {
    var layer = new TorchTransformer(call);
    var mask = call.optional("tgt_mask");
    var padding = call.optional("tgt_key_padding_mask", "key_padding_mask");
    var memory = call.required("memory");
    var ofMemory = call.optional("memory_mask");
    var memoryPadding = call.optional("memory_key_padding_mask");
    var x = layer.block("norm1", call.input(), y -> layer.attend("self_attn", y, y, mask, padding));
    x =
        layer.block(
            "norm2", x, y -> layer.attend("multihead_attn", y, memory, ofMemory, memoryPadding));
    return layer.block("norm3", x, layer::feedForward);
  }

  /** {@return the sum of an input and what a part makes of it, normalised before or after} */
  private Array block(String norm, Array x, UnaryOperator<Array> part) {
    return normFirst ? x.add(part.apply(normed(norm, x))) : normed(norm, x.add(part.apply(x)));
  }

  private Array attend(
      String name, Array query, Array key, @Nullable Array mask, @Nullable Array padding) {
    var inputs = new HashMap<>(Map.of("query", query, "key", key));
    if (mask != null) {
      inputs.put("attn_mask", mask);
    }
    if (padding != null) {
      inputs.put("key_padding_mask", padding);
    }
    return TorchAttention.attend(call.inside(name, ofAttention, inputs)).get("output");
  }

  private Array feedForward(Array x) {
    var hidden = activation.apply(linear("linear1", x));
    return linear("linear2", hidden);
  }

  private Array linear(String name, Array x) {
    return TorchLayers.linear(call.inside(name, ofLinear, Map.of("input", x)));
  }

  private Array normed(String name, Array x) {
    return TorchLayers.layerNorm(call.inside(name, ofNorms, Map.of("input", x)));
  }
}
