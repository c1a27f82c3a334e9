package io.cambric.conformance.interop;

import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers of transformers of PyTorch, of its attention, linear and normalising layers. */
final class TorchTransformer {

  private TorchTransformer() {}

  static Array encoder(TorchCall call) {
    var x = call.input();
    boolean first = call.flag("norm_first", false);
    var attended =
        attention(call, "self_attn", first ? norm(call, "norm1", x) : x, null, "src_mask");
    x = x.add(attended);
    x = first ? x : norm(call, "norm1", x);
    x = x.add(feedForward(call, first ? norm(call, "norm2", x) : x));
    return first ? x : norm(call, "norm2", x);
  }

  static Array decoder(TorchCall call) {
    var x = call.input();
    x = norm(call, "norm1", x.add(attention(call, "self_attn", x, null, "tgt_mask")));
    var memory = call.required("memory");
    x = norm(call, "norm2", x.add(attention(call, "multihead_attn", x, memory, "memory_mask")));
    return norm(call, "norm3", x.add(feedForward(call, x)));
  }

  private static Array attention(
      TorchCall call, String name, Array query, @Nullable Array key, String mask) {
    var inputs = new HashMap<String, Array>();
    inputs.put("query", query);
    if (key != null) {
      inputs.put("key", key);
    } else if (call.optional("key_padding_mask") != null) {
      inputs.put("key_padding_mask", call.required("key_padding_mask"));
    }
    if (call.optional(mask) != null) {
      inputs.put("attn_mask", call.required(mask));
    }
    return TorchAttention.attend(call.inside(name, inputs)).get("output");
  }

  private static Array feedForward(TorchCall call, Array x) {
    boolean gelu = call.arguments().path("activation").asString("relu").equals("gelu");
    var hidden = TorchLayers.linear(call.inside("linear1", Map.of("input", x)));
    var active = gelu ? Activations.gelu(hidden, false) : Activations.relu(hidden);
    return TorchLayers.linear(call.inside("linear2", Map.of("input", active)));
  }

  private static Array norm(TorchCall call, String name, Array x) {
    return TorchLayers.layerNorm(call.inside(name, Map.of("input", x)));
  }
}
