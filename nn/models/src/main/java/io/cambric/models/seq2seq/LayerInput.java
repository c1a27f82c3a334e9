package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.encoder.Masks;
import org.jspecify.annotations.Nullable;

/**
 * The positions that the layers of a decoder attend to, the same for all but the keys and values.
 *
 * @param cache of the tokens before; {@code null} where all tokens are given at once
 * @param mask which tokens see which, broadcasts to {@code [batch, heads, length, keys]}
 * @param memoryMask which states of the encoder are no padding, {@code [batch, 1, 1, keys]}
 * @param train whether dropout is on
 */
@PyTree
public record LayerInput(
    @Nullable DecoderCache cache, Array mask, Array memoryMask, @Static boolean train) {

  /** {@return the input of all tokens at once} */
  public static LayerInput ofAll(int length, Array memoryMask, boolean train) {
    return new LayerInput(null, Masks.causal(length), memoryMask, train);
  }

  /** {@return the input of the tokens after a cache} */
  public static LayerInput of(DecoderCache cache, int length) {
    return new LayerInput(cache, cache.seen(length), cache.memoryMask(), false);
  }

  /**
   * {@return keys and values that a layer attends to: earlier ones, then the ones of its tokens}
   */
  public KeysValues own(int layer, KeysValues tokens) {
    return cache == null ? tokens : cache.own().get(layer).updated(tokens, cache.position());
  }
}
