package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.numpy.Initializer;
import org.jspecify.annotations.Nullable;

/** The common attributes of attention layers; see {@link MultiHeadDotProductAttentionDef}. */
interface AttentionAttributes {

  int numHeads();

  @Nullable DType dtype();

  DType paramDtype();

  @Nullable Integer qkvFeatures();

  @Nullable Integer outFeatures();

  boolean broadcastDropout();

  double dropoutRate();

  @Nullable Boolean deterministic();

  Initializer kernelInit();

  @Nullable Initializer outKernelInit();

  Initializer biasInit();

  @Nullable Initializer outBiasInit();

  boolean useBias();

  AttentionFn attentionFn();

  boolean decode();

  boolean normalizeQk();

  boolean forceFp32ForSoftmax();

  @Nullable DotGeneralFn qkvDotGeneral();

  @Nullable DotGeneralFn outDotGeneral();

  @Nullable EinsumFn qkAttnWeightsEinsum();

  @Nullable EinsumFn attnWeightsValueEinsum();
}
