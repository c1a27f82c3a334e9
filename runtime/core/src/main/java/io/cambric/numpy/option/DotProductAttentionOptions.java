package io.cambric.numpy.option;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code Activations.dotProductAttention}: masks, bias, windows and lengths.
 *
 * @param bias added to the logits; broadcasts to {@code [batch, heads, queries, keys]}; {@code
 *     null} for none
 * @param mask bool, true where a query attends to a key; broadcasts to the same shape; {@code null}
 *     for all pairs
 * @param scale factor of the logits; {@code null} for 1 over the square root of the size of a head
 * @param causal whether a query attends to no later key
 * @param querySeqLengths i32 {@code [batch]}, number of valid queries; {@code null} for all
 * @param keyValueSeqLengths i32 {@code [batch]}, number of valid keys; {@code null} for all
 * @param window the keys around a query that it attends to, {@code null} for all
 * @param implementation the algorithm; {@code null} for a choice by size
 */
public record DotProductAttentionOptions(
    @Nullable Array bias,
    @Nullable Array mask,
    @Nullable Double scale,
    boolean causal,
    @Nullable Array querySeqLengths,
    @Nullable Array keyValueSeqLengths,
    @Nullable Window window,
    @Nullable Implementation implementation) {

  /**
   * The number of scores of a head from which tiled attention is faster, also with its gradient.
   */
  private static final long LARGE = 128 * 128;

  /** The algorithm of attention. */
  public enum Implementation {
    /** Operations on an array of all scores. */
    COMPOSITE,
    /** Tile by tile, without an array of all scores; see {@link Lax#dotProductAttention}. */
    TILED
  }

  /**
   * The keys around a query that it attends to.
   *
   * @param left number of keys before the position of the query
   * @param right number of keys after the position of the query
   */
  public record Window(int left, int right) {}

  /** All queries attend to all keys. */
  public static final DotProductAttentionOptions DEFAULT =
      new DotProductAttentionOptions(null, null, null, false, null, null, null, null);

  /** {@return these options with a bias} */
  public DotProductAttentionOptions withBias(Array array) {
    return new DotProductAttentionOptions(
        array, mask, scale, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return these options with a mask} */
  public DotProductAttentionOptions withMask(Array array) {
    return new DotProductAttentionOptions(
        bias, array, scale, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return these options with another scale} */
  public DotProductAttentionOptions withScale(double factor) {
    return new DotProductAttentionOptions(
        bias, mask, factor, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return these options with or without a causal mask} */
  public DotProductAttentionOptions withCausal(boolean isCausal) {
    return new DotProductAttentionOptions(
        bias, mask, scale, isCausal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return these options with numbers of valid queries} */
  public DotProductAttentionOptions withQuerySeqLengths(Array lengths) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, lengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return these options with numbers of valid keys} */
  public DotProductAttentionOptions withKeyValueSeqLengths(Array lengths) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, querySeqLengths, lengths, window, implementation);
  }

  /** {@return these options with a window of keys before and after the position of a query} */
  public DotProductAttentionOptions withLocalWindow(int left, int right) {
    return new DotProductAttentionOptions(
        bias,
        mask,
        scale,
        causal,
        querySeqLengths,
        keyValueSeqLengths,
        new Window(left, right),
        implementation);
  }

  /** {@return these options with an algorithm, or with a choice by size} */
  public DotProductAttentionOptions withImplementation(@Nullable Implementation way) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, querySeqLengths, keyValueSeqLengths, window, way);
  }

  /** {@return whether attention is tiled by default: for 128 x 128 scores of a head or more} */
  public static boolean isLarge(int queries, int keys) {
    return (long) queries * keys >= LARGE;
  }
}
