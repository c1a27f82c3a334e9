package io.cambric.models.gpt2;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.models.decoder.CachedOutput;
import io.cambric.models.decoder.DecoderAttention;
import io.cambric.models.decoder.LayerCache;
import io.cambric.nn.LayerNorm;
import org.jspecify.annotations.Nullable;

/**
 * A block of GPT-2: attention and a feed-forward layer, each normalised before and added to its
 * input.
 *
 * <p>Shapes: {@code [batch, length, nEmbd]} are kept.
 *
 * <p>Variables: {@code params/ln_1}, {@code attn}, {@code ln_2}, {@code mlp}. Random streams:
 * {@code dropout}, only in training.
 *
 * @param config sizes and options
 * @param layer number of the block, from 0 on
 */
@Module(name = "GPT2Block")
record Gpt2BlockDef(Gpt2Config config, int layer) {

  /**
   * Computes the block.
   *
   * @param cache of the tokens before; null for none
   * @return the output, and the keys and values including these tokens
   */
  @Compact
  CachedOutput call(Array x, DecoderAttention attention, @Nullable LayerCache cache) {
    var attended =
        Gpt2Attention.of(config, layer).named("attn").call(norm("ln_1", x), attention, cache);
    var sum = x.add(attended.output());
    var mapped = Gpt2Mlp.of(config).named("mlp").call(norm("ln_2", sum), attention.train());
    return new CachedOutput(sum.add(mapped), attended.cache());
  }

  private Array norm(String name, Array x) {
    return LayerNorm.of()
        .withEpsilon(config.layerNormEpsilon())
        .withUseFastVariance(false)
        .named(name)
        .call(x);
  }
}
