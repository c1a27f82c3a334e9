package io.cambric.nn;

import static io.cambric.module.ModuleScope.sow;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.function.Fn2;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Dot-product attention and its masks, as functions.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#attention">flax.linen
 *     attention</a>
 */
public final class Attention {

  private Attention() {}

  /** {@return scaled dot-product attention of queries over keys and values} */
  public static Array dotProductAttention(Array query, Array key, Array value) {
    return dotProductAttention(query, key, value, AttentionOptions.DEFAULT);
  }

  /**
   * {@return scaled dot-product attention of queries over keys and values}
   *
   * <pre>
   *   softmax(query key^T / sqrt(size) + bias) value
   * </pre>
   *
   * <p>From 128 x 128 weights of a head on, the weights are computed tile by tile and never stored
   * as an array. With dropout or sown weights they are stored.
   *
   * @param query {@code [batch..., queries, heads, size]}
   * @param key {@code [batch..., keys, heads, size]}
   * @param value {@code [batch..., keys, heads, valueSize]}
   * @param options such as {@code AttentionOptions.DEFAULT.withMask(mask)}
   * @return {@code [batch..., queries, heads, valueSize]}
   * @throws ShapeException if the shapes do not fit each other
   * @see <a href="https://arxiv.org/abs/1706.03762">Vaswani et al., 2017</a>
   */
  public static Array dotProductAttention(
      Array query, Array key, Array value, AttentionOptions options) {
    requireFit(query, key);
    requireFit(key, value);
    if (key.dim(-3) != value.dim(-3)) {
      throw new ShapeException(
          "Attention needs a value for each key, [batch..., keys, heads, size], but got keys %s and values %s."
              .formatted(key.aval(), value.aval()));
    }
    if ((options.qkAttnWeightsEinsum() == null) != (options.attnWeightsValueEinsum() == null)) {
      throw new HyperparameterException(
          "Attention needs both qkAttnWeightsEinsum and attnWeightsValueEinsum, or neither, but got one of them. Pass Numpy::einsum for the other.");
    }
    var type = LayerDtypes.canonicalize(options.dtype(), query, key, value);
    if (TiledAttention.suits(query, key, options)) {
      return TiledAttention.attend(
          query.astype(type), key.astype(type), value.astype(type), options);
    }
    var weights = weights(query.astype(type), key.astype(type), options);
    return orOfNumpy(options.attnWeightsValueEinsum())
        .apply("...hqk,...khd->...qhd", weights, value.astype(type));
  }

  /** {@return the attention weights: how much each query attends to each key} */
  public static Array dotProductAttentionWeights(Array query, Array key) {
    return dotProductAttentionWeights(query, key, AttentionOptions.DEFAULT);
  }

  /**
   * {@return the attention weights: how much each query attends to each key}
   *
   * @param query {@code [batch..., queries, heads, size]}
   * @param key {@code [batch..., keys, heads, size]}
   * @param options such as {@code AttentionOptions.DEFAULT.withMask(mask)}
   * @return {@code [batch..., heads, queries, keys]}, rows that sum to 1 unless weights are dropped
   * @throws ShapeException if the shapes do not fit each other
   */
  public static Array dotProductAttentionWeights(Array query, Array key, AttentionOptions options) {
    requireFit(query, key);
    var type = LayerDtypes.canonicalize(options.dtype(), query, key);
    return weights(query.astype(type), key.astype(type), options);
  }

  private static Array weights(Array query, Array key, AttentionOptions options) {
    var type = query.dtype();
    requireOneSize(query, key);
    var root = Numpy.sqrt(Numpy.full(Shape.scalar(), query.dim(-1), DType.F32)).astype(type);
    var logits =
        orOfNumpy(options.qkAttnWeightsEinsum())
            .apply("...qhd,...khd->...hqk", query.div(root), key);
    if (options.bias() != null) {
      logits = logits.add(options.bias());
    }
    if (options.mask() != null) {
      // Not infinity, because a row without any key would be NaN.
      var lowest = Numpy.full(Shape.scalar(), -type.largestFinite(), type);
      logits = Numpy.where(options.mask(), logits, lowest);
    }
    var softmax =
        Activations.softmax(options.forceFp32ForSoftmax() ? logits.astype(DType.F32) : logits);
    // The softmax in f32 keeps its dtype until it meets the values.
    var weights = options.forceFp32ForSoftmax() ? softmax : softmax.astype(type);
    if (options.sowWeights()) {
      sow("intermediates", "attention_weights", weights);
    }
    return options.drops() ? dropped(weights, type, options) : weights;
  }

  private static EinsumFn orOfNumpy(@Nullable EinsumFn einsum) {
    return einsum == null ? Numpy::einsum : einsum;
  }

  static void requireOneSize(Array query, Array key) {
    if (query.dim(-1) != key.dim(-1)) {
      throw new ShapeException(
          "Attention needs queries and keys of equal size along the last axis, but got %s and %s."
              .formatted(query.aval(), key.aval()));
    }
  }

  private static Array dropped(Array weights, DType type, AttentionOptions options) {
    if (options.dropoutKey() == null) {
      throw new HyperparameterException(
          "Attention needs a key for dropout at a rate of %s, but got none. Pass one with withDropout, or set deterministic."
              .formatted(options.dropoutRate()));
    }
    var shape = weights.shape();
    if (options.broadcastDropout()) {
      for (int i = 0; i < shape.rank() - 2; i++) {
        shape = shape.with(i, 1);
      }
    }
    double kept = 1 - options.dropoutRate();
    var keep = Random.bernoulli(options.dropoutKey(), kept, shape);
    return weights.mul(keep.astype(type).div(Numpy.full(Shape.scalar(), kept, type)));
  }

  private static void requireFit(Array one, Array other) {
    int rank = one.rank();
    boolean fits =
        rank >= 3
            && other.rank() == rank
            && one.shape().slice(0, rank - 3).equals(other.shape().slice(0, rank - 3))
            && one.dim(-2) == other.dim(-2);
    if (!fits) {
      throw new ShapeException(
          "Attention needs arrays [batch..., length, heads, size] with the same batch and number of heads, but got %s and %s."
              .formatted(one.aval(), other.aval()));
    }
  }

  /**
   * {@return the attention mask of two sequences: {@code [batch..., 1, queries, keys]}, 1 where
   * both are 1}
   */
  public static Array makeAttentionMask(Array query, Array key) {
    return makeAttentionMask(query, key, Numpy::multiply, 0, DType.F32);
  }

  /**
   * {@return a mask for the weights of attention}
   *
   * @param query {@code [batch..., queries]}, such as which tokens are no padding
   * @param key {@code [batch..., keys]}
   * @param pairwise the function of a query and a key, such as {@code Numpy::greaterEqual}
   * @param extraBatchDims number of axes of size 1 put in front
   * @param dtype of the mask
   * @return {@code [1..., batch..., 1, queries, keys]}
   */
  public static Array makeAttentionMask(
      Array query, Array key, Fn2<Array, Array, Array> pairwise, int extraBatchDims, DType dtype) {
    var mask = pairwise.apply(Numpy.expandDims(query, -1), Numpy.expandDims(key, -2));
    int[] front =
        new int
            [Sizes.notNegative("makeAttentionMask", "number of extra batch dims", extraBatchDims)];
    Arrays.setAll(front, i -> i);
    var withHeads = Numpy.expandDims(mask, -3);
    return (extraBatchDims == 0 ? withHeads : Numpy.expandDims(withHeads, front)).astype(dtype);
  }

  /**
   * {@return the mask that lets no token see a later one: {@code [batch..., 1, length, length]}}
   */
  public static Array makeCausalMask(Array tokens) {
    return makeCausalMask(tokens, 0, DType.F32);
  }

  /**
   * {@return the mask that lets no token see a later one}
   *
   * @param tokens {@code [batch..., length]}; only the shape matters
   * @param extraBatchDims number of axes of size 1 put in front
   * @param dtype of the mask
   */
  public static Array makeCausalMask(Array tokens, int extraBatchDims, DType dtype) {
    var places = Numpy.broadcastTo(Numpy.arange(tokens.dim(-1)), tokens.shape());
    return makeAttentionMask(places, places, Numpy::greaterEqual, extraBatchDims, dtype);
  }

  /**
   * {@return the f32 mask that is 1 where all masks are true; {@code null} without masks}
   *
   * @param masks arrays of one rank; {@code null} is true everywhere
   */
  public static @Nullable Array combineMasks(@Nullable Array... masks) {
    return combineMasks(DType.F32, masks);
  }

  /**
   * {@return the mask that is true where all masks are true; {@code null} without masks}
   *
   * @throws ShapeException if the masks differ in rank
   */
  public static @Nullable Array combineMasks(DType dtype, @Nullable Array... masks) {
    Array all = null;
    for (var mask : masks) {
      if (mask != null && all != null && mask.rank() != all.rank()) {
        throw new ShapeException(
            "combineMasks needs masks of equal rank, but got %s and %s. Add axes of size 1 with expandDims."
                .formatted(all.aval(), mask.aval()));
      }
      all = mask == null || all == null ? (mask == null ? all : mask) : Numpy.logicalAnd(all, mask);
    }
    return all == null ? null : all.astype(dtype);
  }
}
