package io.cambric.models.llama;

import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.models.decoder.CachedOutput;
import io.cambric.models.decoder.DecoderAttention;
import io.cambric.models.decoder.LayerCache;
import io.cambric.nn.Dense;
import org.jspecify.annotations.Nullable;

/**
 * The attention of Llama: rotary positions, and heads of keys and values that several heads of
 * queries share.
 *
 * <p>Shapes: {@code [batch, length, hiddenSize]} are kept.
 *
 * <p>Variables: {@code params/q_proj}, {@code k_proj}, {@code v_proj}, {@code o_proj}. Random
 * streams: {@code dropout}, only in training with dropout.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/2305.13245">Ainslie et al., 2023</a>
 */
@Module
record LlamaAttentionDef(LlamaConfig config) {

  /**
   * Attends.
   *
   * @param rotation of the positions of these tokens
   * @param cache of the tokens before; null for none
   * @return the output, and the keys and values including these tokens
   */
  @Compact
  CachedOutput call(
      Array x, Rotation rotation, DecoderAttention attention, @Nullable LayerCache cache) {
    var query = rotation.rotate(heads("q_proj", config.numAttentionHeads(), x));
    var key = rotation.rotate(heads("k_proj", config.numKeyValueHeads(), x));
    var stored = attention.store(cache, key, heads("v_proj", config.numKeyValueHeads(), x));
    var attended =
        attention.attend(query, stored, 1 / Math.sqrt(config.headDim()), config.attentionDropout());
    int width = config.numAttentionHeads() * config.headDim();
    var joined = attended.reshape(Shape.of(x.dim(0), x.dim(1), width));
    return new CachedOutput(map("o_proj", config.hiddenSize(), joined), stored);
  }

  private Array heads(String name, int count, Array x) {
    return map(name, count * config.headDim(), x)
        .reshape(Shape.of(x.dim(0), x.dim(1), count, config.headDim()));
  }

  private Array map(String name, int features, Array x) {
    return Dense.of(features)
        .withUseBias(config.attentionBias())
        .withKernelInit(normal(config.initializerRange()))
        .named(name)
        .call(x);
  }
}
