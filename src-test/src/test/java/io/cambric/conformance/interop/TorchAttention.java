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
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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

  /**
   * {@return output and weights of the inputs {@code query}, {@code key} and {@code value}}; the
   * query alone attends to itself
   */
  static Map<String, Array> attend(TorchCall call) {
    var query = call.required("query");
    var key = call.optional("key", "query");
    var value = call.optional("value", "key", "query");
    boolean batched = query.rank() > 2;
    boolean batchFirst = call.flag("batch_first", false);
    UnaryOperator<Array> moved =
        x -> !batched ? Numpy.expandDims(x, 0) : batchFirst ? x : Numpy.swapaxes(x, 0, 1);
    UnaryOperator<Array> back =
        y -> !batched ? Numpy.squeeze(y, 0) : batchFirst ? y : Numpy.swapaxes(y, 0, 1);
    int heads = call.size("num_heads");
    int features = query.dim(-1);
    boolean bias = call.flag("bias", true);
    var layer =
        MultiHeadDotProductAttention.of(heads)
            .withQkvFeatures(features)
            .withOutFeatures(features)
            .withUseBias(bias);
    var q = moved.apply(query);
    var k = moved.apply(key);
    var v = moved.apply(value);
    var target = layer.init(Key.of(0), q, k, v);
    if (call.flag("add_bias_kv", false)) {
      var more = new ShapedArray(Shape.of(heads, features / heads), DType.F32);
      target = target.with("more", Params.of(Map.of("k", more, "v", more)));
    }
    var variables = call.load(MAP, target);
    var weigh = new Weighing(call, variables);
    var output = layer.withAttentionFn(weigh).apply(variables.without("more"), q, k, v);
    var weights = weigh.weights();
    return Map.of(
        "output", back.apply(output), "weights", batched ? weights : Numpy.squeeze(weights, 0));
  }

  /** The attention function of a call, which keeps the weights. */
  private static final class Weighing implements AttentionFn {

    private final @Nullable Array padding;
    private final @Nullable Array pairs;
    private final boolean zero;
    private final Variables variables;
    private @Nullable Array weights;

    Weighing(TorchCall call, Variables variables) {
      this.padding = call.optional("key_padding_mask");
      this.pairs = call.optional("attn_mask");
      this.zero = call.flag("add_zero_attn", false);
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
      if (zero) {
        var one = Shape.of(k.dim(-2), k.dim(-1));
        k = appended(k, Numpy.zeros(one));
        v = appended(v, Numpy.zeros(one));
      }
      var masked = options;
      int heads = query.dim(-2);
      for (var mask : masks(heads, k.dim(1) - key.dim(1))) {
        masked =
            mask.dtype().isFloating()
                ? masked.withBias(masked.bias() == null ? mask : masked.bias().add(mask))
                : masked.withMask(
                    masked.mask() == null ? mask : Numpy.logicalAnd(masked.mask(), mask));
      }
      weights = Attention.dotProductAttentionWeights(query, k, masked);
      return Attention.dotProductAttention(query, k, v, masked);
    }

    private static Array appended(Array all, Array one) {
      return Numpy.concatenate(List.of(all, Numpy.broadcastTo(one, all.shape().with(1, 1))), 1);
    }

    /**
     * {@return the masks in the shape {@code [batch, heads, queries, keys]}: floating ones are
     * added to the scores, others are true where queries attend to keys}
     *
     * @param more keys at the end, which nothing masks
     */
    private List<Array> masks(int heads, int more) {
      var all = new ArrayList<Array>();
      if (padding != null) {
        all.add(unmasked(padding.reshape(-1, 1, 1, padding.dim(-1)), more));
      }
      if (pairs != null) {
        // With three axes, batch and heads are one.
        boolean alike = pairs.rank() == 2;
        all.add(
            unmasked(
                pairs.reshape(
                    alike ? 1 : pairs.dim(0) / heads,
                    alike ? 1 : heads,
                    pairs.dim(-2),
                    pairs.dim(-1)),
                more));
      }
      return all;
    }

    private static Array unmasked(Array mask, int more) {
      var padded = Numpy.pad(mask, new int[][] {{0, 0}, {0, 0}, {0, 0}, {0, more}});
      return mask.dtype().isFloating() ? padded : padded.eq(0);
    }

    Array weights() {
      if (weights == null) {
        throw new IllegalStateException("nothing was weighed");
      }
      return weights;
    }
  }
}
