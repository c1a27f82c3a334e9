package io.cambric.numpy;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Activations#dotProductAttention}: masks, bias, windows and lengths.
 *
 * @param bias added to the logits, broadcasts to {@code [batch, heads, queries, keys]}; {@code
 *     null} for none
 * @param mask bool, true where a query attends to a key, broadcasts to the same shape; {@code null}
 *     for everywhere
 * @param scale of the logits; {@code null} for one over the root of the size of a head
 * @param causal whether a query attends to no later key
 * @param querySeqLengths i32 {@code [batch]}, how many queries count; {@code null} for all
 * @param keyValueSeqLengths i32 {@code [batch]}, how many keys count; {@code null} for all
 * @param window how far a query sees, {@code null} for all the way
 * @param implementation how attention is computed; {@code null} for the one that suits its size
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

  /** Scores of a head from which on attention is tiled: faster there, also with its gradient. */
  private static final long LARGE = 128 * 128;

  /** How attention is computed. */
  public enum Implementation {
    /** With an array of all scores. */
    COMPOSITE,
    /** Tile by tile, without an array of all scores; see {@link Lax#dotProductAttention}. */
    TILED
  }

  /**
   * How far a query sees.
   *
   * @param left number of keys before its own place
   * @param right number of keys after its own place
   */
  public record Window(int left, int right) {}

  /** All queries attend to all keys. */
  public static final DotProductAttentionOptions DEFAULT =
      new DotProductAttentionOptions(null, null, null, false, null, null, null, null);

  /** {@return this with a bias} */
  public DotProductAttentionOptions withBias(Array array) {
    return new DotProductAttentionOptions(
        array, mask, scale, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return this with a mask} */
  public DotProductAttentionOptions withMask(Array array) {
    return new DotProductAttentionOptions(
        bias, array, scale, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return this with another scale} */
  public DotProductAttentionOptions withScale(double factor) {
    return new DotProductAttentionOptions(
        bias, mask, factor, causal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return this where a query attends to no later key, or to all} */
  public DotProductAttentionOptions withCausal(boolean isCausal) {
    return new DotProductAttentionOptions(
        bias, mask, scale, isCausal, querySeqLengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return this with numbers of queries} */
  public DotProductAttentionOptions withQuerySeqLengths(Array lengths) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, lengths, keyValueSeqLengths, window, implementation);
  }

  /** {@return this with numbers of keys} */
  public DotProductAttentionOptions withKeyValueSeqLengths(Array lengths) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, querySeqLengths, lengths, window, implementation);
  }

  /** {@return this where a query sees only some keys before and after its own place} */
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

  /** {@return this computed in a way, or in the one that suits its size} */
  public DotProductAttentionOptions withImplementation(@Nullable Implementation way) {
    return new DotProductAttentionOptions(
        bias, mask, scale, causal, querySeqLengths, keyValueSeqLengths, window, way);
  }

  /**
   * {@return whether attention is tiled unless one says otherwise: from 128 x 128 scores of a head
   * on}
   */
  public static boolean isLarge(int queries, int keys) {
    return (long) queries * keys >= LARGE;
  }

  boolean isTiled(int queries, int keys) {
    return implementation == null ? isLarge(queries, keys) : implementation == Implementation.TILED;
  }

  /** {@return how many places before its own a query sees} */
  int before() {
    return window == null ? Integer.MAX_VALUE : window.left();
  }

  /** {@return how many places after its own a query sees} */
  int after() {
    int right = window == null ? Integer.MAX_VALUE : window.right();
    return causal ? Math.min(right, 0) : right;
  }
}
