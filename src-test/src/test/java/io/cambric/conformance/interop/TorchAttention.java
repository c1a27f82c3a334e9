package io.cambric.conformance.interop;

import static io.cambric.io.weight.WeightRule.from;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionFn;
import io.cambric.nn.AttentionOptions;
import io.cambric.nn.MultiHeadDotProductAttention;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attention of PyTorch: projections in one matrix, masks that are true where nothing is seen. */
final class TorchAttention {

  private static final String HEADS = "(heads size) in -> in heads size";

  private static final WeightMap MAP =
      WeightMap.of(
          from("in_proj_weight")
              .split(0)
              .rearrange(HEADS)
              .to("params/query/kernel", "params/key/kernel", "params/value/kernel"),
          from("q_proj_weight").rearrange(HEADS).to("params/query/kernel"),
          from("k_proj_weight").rearrange(HEADS).to("params/key/kernel"),
          from("v_proj_weight").rearrange(HEADS).to("params/value/kernel"),
          from("in_proj_bias")
              .split(0)
              .rearrange("(heads size) -> heads size")
              .to("params/query/bias", "params/key/bias", "params/value/bias"),
          from("out_proj.weight")
              .rearrange("out (heads size) -> heads size out")
              .to("params/out/kernel"),
          from("out_proj.bias").to("params/out/bias"),
          WeightRule.from("bias_{part:k|v}")
              .rearrange("1 1 (heads size) -> heads size")
              .to("more/{part}"));

  private TorchAttention() {}

  /** {@return output and weights of the inputs {@code query}, {@code key} and {@code value}} */
  static Map<String, Array> attend(TorchCall call) {
    var query = call.required("query");
    var key = call.optional("key") == null ? query : call.required("key");
    var value = call.optional("value") == null ? key : call.required("value");
    boolean batchFirst = call.flag("batch_first", false);
    int heads = (int) call.number("num_heads", call.number("nhead", 1));
    int features = query.dim(-1);
    var layer =
        MultiHeadDotProductAttention.of(heads).withQkvFeatures(features).withOutFeatures(features);
    var q = batchFirst ? query : Numpy.swapaxes(query, 0, 1);
    var k = batchFirst ? key : Numpy.swapaxes(key, 0, 1);
    var v = batchFirst ? value : Numpy.swapaxes(value, 0, 1);
    var target = layer.init(Key.of(0), q, k, v);
    if (call.weights().containsKey("bias_k")) {
      var bias = new ShapedArray(Shape.of(heads, features / heads), DType.F32);
      target = target.with("more", Params.of(Map.of("k", bias, "v", bias)));
    }
    var variables = MAP.load(call.weights(), target);
    var weigh = new Weighing(call, variables);
    var output = layer.withAttentionFn(weigh).apply(variables.without("more"), q, k, v);
    return Map.of(
        "output", batchFirst ? output : Numpy.swapaxes(output, 0, 1), "weights", weigh.weights());
  }

  /** The attention function of a call, which keeps the weights. */
  private static final class Weighing implements AttentionFn {

    private final TorchCall call;
    private final Variables variables;
    private @Nullable Array weights;

    Weighing(TorchCall call, Variables variables) {
      this.call = call;
      this.variables = variables;
    }

    @Override
    public Array attend(Array query, Array key, Array value, AttentionOptions options) {
      var k = key;
      var v = value;
      if (variables.contains("more")) {
        k = appended(k, variables.collection("more").get("k"));
        v = appended(v, variables.collection("more").get("v"));
      }
      if (call.flag("add_zero_attn", false)) {
        k = appended(k, Numpy.zerosLike(Numpy.slice(k, 1, 0, 1)));
        v = appended(v, Numpy.zerosLike(Numpy.slice(v, 1, 0, 1)));
      }
      var masked = options.withMask(mask()).withBias(bias());
      weights = Attention.dotProductAttentionWeights(query, k, _ -> masked);
      return Attention.dotProductAttention(query, k, v, masked);
    }

    private static Array appended(Array all, Array one) {
      var shape = all.shape().with(1, 1);
      return Numpy.concatenate(List.of(all, Numpy.broadcastTo(one, shape)), 1);
    }

    /** {@return where queries attend to keys; null for everywhere} */
    private @Nullable Array mask() {
      var padding = call.optional("key_padding_mask");
      var forbidden = call.optional("attn_mask");
      var ofKeys = padding == null ? null : Numpy.expandDims(Numpy.expandDims(padding.eq(0), 1), 1);
      var ofPairs = forbidden == null || forbidden.dtype().isFloating() ? null : forbidden.eq(0);
      return ofKeys == null
          ? ofPairs
          : ofPairs == null ? ofKeys : Numpy.logicalAnd(ofKeys, ofPairs);
    }

    /** {@return what is added to the scores; null for nothing} */
    private @Nullable Array bias() {
      var mask = call.optional("attn_mask");
      return mask != null && mask.dtype().isFloating() ? mask : null;
    }

    Array weights() {
      if (weights == null) {
        throw new IllegalStateException("nothing was weighed");
      }
      return weights;
    }
  }
}
