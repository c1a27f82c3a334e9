package io.cambric.models.llama;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.models.decoder.CachedOutput;
import io.cambric.models.decoder.DecoderAttention;
import io.cambric.models.decoder.LayerCache;
import io.cambric.nn.RmsNorm;
import org.jspecify.annotations.Nullable;

/**
 * A layer of Llama: attention and a feed-forward layer, each normalised before and added to its
 * input.
 *
 * <p>Shapes: {@code [batch, length, hiddenSize]} are kept.
 *
 * <p>Variables: {@code params/input_layernorm}, {@code self_attn}, {@code
 * post_attention_layernorm}, {@code mlp}. Random streams: {@code dropout}, only in training with
 * dropout.
 *
 * @param config sizes and options
 */
@Module(name = "LlamaDecoderLayer")
record LlamaLayerDef(LlamaConfig config) {

  /**
   * Computes the layer.
   *
   * @param rotation of the positions of these tokens
   * @param cache of the tokens before; null for none
   * @return the output, and the keys and values including these tokens
   */
  @Compact
  CachedOutput call(
      Array x, Rotation rotation, DecoderAttention attention, @Nullable LayerCache cache) {
    var attended =
        LlamaAttention.of(config)
            .named("self_attn")
            .call(norm("input_layernorm", x), rotation, attention, cache);
    var sum = x.add(attended.output());
    var mapped = LlamaMlp.of(config).named("mlp").call(norm("post_attention_layernorm", sum));
    return new CachedOutput(sum.add(mapped), attended.cache());
  }

  private Array norm(String name, Array x) {
    return RmsNorm.of().withEpsilon(config.rmsNormEps()).named(name).call(x);
  }
}
