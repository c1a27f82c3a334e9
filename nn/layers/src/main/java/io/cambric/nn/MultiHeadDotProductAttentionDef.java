package io.cambric.nn;

import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import org.jspecify.annotations.Nullable;

/**
 * Multi-head dot-product attention. Inputs are mapped to queries, keys and values of several heads.
 * Each query takes a mean of the values, weighted by the softmax of its products with the keys. A
 * last map mixes the heads.
 *
 * <p>Shapes: queries {@code [batch..., queries, features]}, keys and values {@code [batch..., keys,
 * ...]} to {@code [batch..., queries, outFeatures]}.
 *
 * <p>Variables: {@code params/{query,key,value}} with {@code kernel} {@code [in, numHeads, size]}
 * and {@code bias} {@code [numHeads, size]}, {@code params/out} with {@code kernel} {@code
 * [numHeads, size, outFeatures]} and {@code bias} {@code [outFeatures]}, {@code
 * params/{query_ln,key_ln}/scale} {@code [size]} with {@code normalizeQk}. When decoding, {@code
 * cache/{cached_key,cached_value}} of the shape of keys and values at init, and {@code
 * cache/cache_index}, i32, the number of positions fed. Random streams: {@code dropout}, if weights
 * are dropped and the call has no key.
 *
 * @param numHeads number of heads, which divides the features of queries, keys and values
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param qkvFeatures features of queries, keys and values over all heads; {@code null} for the
 *     features of the queries
 * @param outFeatures features of the result; {@code null} for the features of the queries
 * @param broadcastDropout whether all of the batch and all heads drop the same weights
 * @param dropoutRate fraction of weights dropped while training, unitless, in {@code [0, 1]}
 * @param deterministic whether dropout of weights is off; {@code null} if given in the call
 * @param kernelInit initializer of all kernels
 * @param outKernelInit initializer of the last kernel; {@code null} for {@code kernelInit}
 * @param biasInit initializer of all biases
 * @param outBiasInit initializer of the last bias; {@code null} for {@code biasInit}
 * @param useBias whether biases are added
 * @param attentionFn the attention function
 * @param decode whether one position is fed at a time, and keys and values kept in {@code cache}
 * @param normalizeQk whether queries and keys are normalised first, which steadies training
 * @param forceFp32ForSoftmax whether only the softmax is computed in f32
 * @param qkvDotGeneral the matrix product of the maps to queries, keys and values; {@code null} for
 *     {@code Lax.dotGeneral}
 * @param outDotGeneral the matrix product of the last map; {@code null} for {@code Lax.dotGeneral}
 * @param qkAttnWeightsEinsum the product of queries and keys; {@code null} for {@code Numpy.einsum}
 * @param attnWeightsValueEinsum the product of weights and values; given together with the other
 * @see <a href="https://arxiv.org/abs/1706.03762">Vaswani et al., 2017</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.MultiHeadDotProductAttention">flax.linen.MultiHeadDotProductAttention</a>
 */
@Module
record MultiHeadDotProductAttentionDef(
    int numHeads,
    @Nullable DType dtype,
    DType paramDtype,
    @Nullable Integer qkvFeatures,
    @Nullable Integer outFeatures,
    boolean broadcastDropout,
    double dropoutRate,
    @Nullable Boolean deterministic,
    Initializer kernelInit,
    @Nullable Initializer outKernelInit,
    Initializer biasInit,
    @Nullable Initializer outBiasInit,
    boolean useBias,
    AttentionFn attentionFn,
    boolean decode,
    boolean normalizeQk,
    boolean forceFp32ForSoftmax,
    @Nullable DotGeneralFn qkvDotGeneral,
    @Nullable DotGeneralFn outDotGeneral,
    @Nullable EinsumFn qkAttnWeightsEinsum,
    @Nullable EinsumFn attnWeightsValueEinsum)
    implements AttentionAttributes {

  MultiHeadDotProductAttentionDef {
    LayerChecks.requirePositive("MultiHeadDotProductAttention", "number of heads", numHeads);
    LayerChecks.requireFraction("MultiHeadDotProductAttention", "dropout rate", dropoutRate);
  }

  /** Heads of one size, with biases, nothing dropped. */
  MultiHeadDotProductAttentionDef(int numHeads) {
    this(
        numHeads,
        null,
        DType.F32,
        null,
        null,
        true,
        0,
        null,
        lecunNormal(),
        null,
        zeros(),
        null,
        true,
        Attention::dotProductAttention,
        false,
        false,
        false,
        null,
        null,
        null,
        null);
  }

  /** {@return the inputs attending to each other} */
  @Compact
  Array call(Array inputsQ) {
    return AttentionLayer.attend(this, inputsQ, null, null, AttentionCall.none());
  }

  /** {@return the inputs attending to each other, with a mask and other optional arguments} */
  @Compact
  Array call(Array inputsQ, AttentionCall options) {
    return AttentionLayer.attend(this, inputsQ, null, null, options);
  }

  /** {@return queries attending to keys, which are also the values} */
  @Compact
  Array call(Array inputsQ, Array inputsK) {
    return AttentionLayer.attend(this, inputsQ, inputsK, null, AttentionCall.none());
  }

  /** {@return queries attending to keys, which are also the values} */
  @Compact
  Array call(Array inputsQ, Array inputsK, AttentionCall options) {
    return AttentionLayer.attend(this, inputsQ, inputsK, null, options);
  }

  /** {@return queries attending to keys of values} */
  @Compact
  Array call(Array inputsQ, Array inputsK, Array inputsV) {
    return AttentionLayer.attend(this, inputsQ, inputsK, inputsV, AttentionCall.none());
  }

  /** {@return queries attending to keys of values, with a mask and other optional arguments} */
  @Compact
  Array call(Array inputsQ, Array inputsK, Array inputsV, AttentionCall options) {
    return AttentionLayer.attend(this, inputsQ, inputsK, inputsV, options);
  }
}
