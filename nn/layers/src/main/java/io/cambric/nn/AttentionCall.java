package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import org.jspecify.annotations.Nullable;

/**
 * The optional arguments of one call of an attention layer, such as its mask. A pytree, so lifted
 * transformations transform the arrays in it.
 *
 * {@snippet :
 * attention.call(x, AttentionCall.of(Attention.makeCausalMask(tokens)).withSowWeights(true));
 * }
 *
 * @param mask where queries attend to keys, true or not zero, broadcasts to {@code [batch...,
 *     heads, queries, keys]}; {@code null} for everywhere
 * @param deterministic whether dropout of weights is off; {@code null} for the value of the layer
 * @param dropoutKey used instead of a key of the stream {@code dropout}
 * @param sowWeights whether the weights are sown as {@code intermediates/attention_weights}
 */
@PyTree
public record AttentionCall(
    @Nullable Array mask,
    @Static @Nullable Boolean deterministic,
    @Nullable Key dropoutKey,
    @Static boolean sowWeights)
    implements AttentionCallWith {

  private static final AttentionCall NONE = new AttentionCall(null, null, null, false);

  /** {@return a call without optional arguments} */
  public static AttentionCall none() {
    return NONE;
  }

  /** {@return a call with a mask} */
  public static AttentionCall of(@Nullable Array mask) {
    return NONE.withMask(mask);
  }
}
