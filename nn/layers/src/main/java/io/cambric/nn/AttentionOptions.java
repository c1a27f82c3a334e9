package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Attention}, such as bias, mask and dropout.
 *
 * @param bias added to the logits, broadcasts to {@code [batch..., heads, queries, keys]}; {@code
 *     null} for none
 * @param mask where queries attend to keys, true or not zero, broadcasts to the same shape; {@code
 *     null} for everywhere
 * @param broadcastDropout whether all of the batch and all heads drop the same weights
 * @param dropoutKey the random key of dropped weights; required if some are dropped
 * @param dropoutRate fraction of weights dropped, unitless, in {@code [0, 1)}
 * @param deterministic whether dropout of weights is off, for any rate
 * @param dtype dtype to compute in; {@code null} to promote the inputs
 * @param forceFp32ForSoftmax whether only the softmax is computed in f32
 * @param sowWeights whether the weights are sown as {@code intermediates/attention_weights} of the
 *     running module
 * @param qkAttnWeightsEinsum the product of queries and keys, {@code "...qhd,...khd->...hqk"};
 *     {@code null} for {@code Numpy.einsum}
 * @param attnWeightsValueEinsum the product of weights and values, {@code "...hqk,...khd->...qhd"};
 *     given together with the other
 */
@PyTree
public record AttentionOptions(
    @Nullable Array bias,
    @Nullable Array mask,
    @Static boolean broadcastDropout,
    @Nullable Key dropoutKey,
    @Static double dropoutRate,
    @Static boolean deterministic,
    @Static @Nullable DType dtype,
    @Static boolean forceFp32ForSoftmax,
    @Static boolean sowWeights,
    @Static @Nullable EinsumFn qkAttnWeightsEinsum,
    @Static @Nullable EinsumFn attnWeightsValueEinsum)
    implements AttentionOptionsWith {

  /** All queries attend to all keys, and nothing is dropped. */
  public static final AttentionOptions DEFAULT =
      new AttentionOptions(null, null, true, null, 0, false, null, false, false, null, null);

  /** Checks the rate. */
  public AttentionOptions {
    LayerChecks.requireFraction("Attention", "dropout rate", dropoutRate);
  }

  /** {@return whether some weights are dropped} */
  boolean drops() {
    return !deterministic && dropoutRate > 0;
  }

  /**
   * {@return this with other products}
   *
   * @param queriesAndKeys of {@code "...qhd,...khd->...hqk"}
   * @param weightsAndValues of {@code "...hqk,...khd->...qhd"}
   */
  public AttentionOptions withEinsums(EinsumFn queriesAndKeys, EinsumFn weightsAndValues) {
    return withQkAttnWeightsEinsum(queriesAndKeys).withAttnWeightsValueEinsum(weightsAndValues);
  }

  /** {@return whether {@code Numpy.einsum} computes the products} */
  boolean hasOwnEinsums() {
    return qkAttnWeightsEinsum != null || attnWeightsValueEinsum != null;
  }

  /**
   * {@return this with dropped weights}
   *
   * @param rate fraction of weights dropped
   * @param key the random key of dropped weights
   */
  public AttentionOptions withDropout(double rate, Key key) {
    return withDropoutRate(rate).withDropoutKey(key);
  }
}
