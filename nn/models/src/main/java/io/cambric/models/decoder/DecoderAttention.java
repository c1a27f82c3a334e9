package io.cambric.models.decoder;

import static io.cambric.module.ModuleScope.makeRng;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionOptions;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.DotProductAttentionOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attention of one pass through a decoder: which tokens see which, the same in all layers. A
 * pytree.
 *
 * <p>A token sees itself and earlier ones that are no padding. With a window it sees only the last
 * {@code window} tokens, itself included. As in Transformers, padding counts.
 *
 * @param mask bool, {@code [batch, 1, length, keys]}; null for all earlier tokens in the window
 * @param slots bool, which slots of the cache count after this pass; null without a cache
 * @param filled i32, slots of the cache that were taken before; null without a cache
 * @param window tokens that a token sees; null for all
 * @param train whether attention weights are dropped
 */
@PyTree
public record DecoderAttention(
    @Nullable Array mask,
    @Nullable Array slots,
    @Nullable Array filled,
    @Static @Nullable Integer window,
    @Static boolean train) {

  /** {@return attention of sequences without padding} */
  public static DecoderAttention causal(@Nullable Integer window, boolean train) {
    return new DecoderAttention(null, null, null, window, train);
  }

  /** {@return attention of sequences with padding} */
  public static DecoderAttention of(DecoderInput batch, @Nullable Integer window) {
    var first = NdArray.scalar(DType.I32, 0);
    var mask = mask(batch.mask(), batch.tokens().dim(1), first, window);
    return new DecoderAttention(mask, null, null, window, false);
  }

  /** {@return attention of tokens to cached tokens and to each other} */
  public static DecoderAttention of(
      DecoderInput batch, KeyValueCache cache, @Nullable Integer window) {
    int length = cache.requireRoom(batch.tokens().dim(1));
    var slots = Lax.dynamicUpdateSliceInDim(cache.mask(), batch.mask(), cache.filled(), 1);
    var mask = mask(slots, length, cache.filled(), window);
    return new DecoderAttention(mask, slots, cache.filled(), window, false);
  }

  private static Array mask(Array counts, int length, Array first, @Nullable Integer window) {
    var key = Numpy.arange(counts.dim(1));
    var query = Numpy.expandDims(Numpy.arange(length).add(first), -1);
    var seen = key.le(query);
    if (window != null) {
      seen = Numpy.logicalAnd(seen, key.gt(query.sub(window)));
    }
    return Numpy.logicalAnd(Numpy.expandDims(counts, 1, 2), seen);
  }

  /**
   * {@return keys and values to attend to: cached ones, then the ones of this pass}
   *
   * @param cache of the layer; null for this pass alone
   * @param keys {@code [batch, length, groups, size]}
   * @param values {@code [batch, length, groups, size]}
   */
  public LayerCache store(@Nullable LayerCache cache, Array keys, Array values) {
    if (cache == null || filled == null) {
      return new LayerCache(keys, values);
    }
    return new LayerCache(
        Lax.dynamicUpdateSliceInDim(cache.keys(), keys, filled, 1),
        Lax.dynamicUpdateSliceInDim(cache.values(), values, filled, 1));
  }

  /** {@return a cache after this pass} */
  public KeyValueCache store(KeyValueCache cache, List<LayerCache> layers, int tokens) {
    if (slots == null) {
      throw new IllegalStateException("Attention without a cache stores nothing.");
    }
    return cache.filledWith(layers, slots, tokens);
  }

  /**
   * {@return scaled dot-product attention of queries over keys and values}
   *
   * @param query {@code [batch, length, heads, size]}
   * @param stored keys and values, each {@code [batch, keys, groups, size]}
   * @param scale of the scores
   * @param dropout fraction of the weights that is dropped in training
   * @return {@code [batch, length, heads, size]}
   */
  public Array attend(Array query, LayerCache stored, double scale, double dropout) {
    var key = stored.keys();
    var value = stored.values();
    if (train && dropout > 0) {
      return attendWithDropout(query, key, value, scale, dropout);
    }
    return Activations.dotProductAttention(query, key, value, options(scale));
  }

  private DotProductAttentionOptions options(double scale) {
    var scaled = DotProductAttentionOptions.DEFAULT.withScale(scale);
    if (mask != null) {
      return scaled.withMask(mask);
    }
    var causal = scaled.withCausal(true);
    return window == null ? causal : causal.withLocalWindow(window - 1, 0);
  }

  private Array attendWithDropout(
      Array query, Array key, Array value, double scale, double dropout) {
    int repeats = query.dim(2) / key.dim(2);
    var seen = mask;
    if (seen == null) {
      var all = Numpy.ones(Shape.of(1, key.dim(1)), DType.BOOL);
      seen = mask(all, query.dim(1), NdArray.scalar(DType.I32, 0), window);
    }
    var visible = seen;
    // That function divides by the root of the size.
    var scaled = query.mul(scale * Math.sqrt(query.dim(3)));
    return Attention.dotProductAttention(
        scaled,
        Numpy.repeat(key, repeats, 2),
        Numpy.repeat(value, repeats, 2),
        AttentionOptions.DEFAULT
            .withMask(visible)
            .withBroadcastDropout(false)
            .withDropout(dropout, makeRng("dropout")));
  }
}
