package io.cambric.models.gpt2;

import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.models.decoder.CachedOutput;
import io.cambric.models.decoder.DecoderAttention;
import io.cambric.models.decoder.LayerCache;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Numpy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attention of GPT-2, with queries, keys and values from one map.
 *
 * <p>Shapes: {@code [batch, length, nEmbd]} are kept.
 *
 * <p>Variables: {@code params/c_attn}, {@code c_proj}. Random streams: {@code dropout}, only in
 * training.
 *
 * @param config sizes and options
 * @param layer number of the block, from 0 on
 */
@Module(name = "GPT2Attention")
record Gpt2AttentionDef(Gpt2Config config, int layer) {

  /**
   * Attends.
   *
   * @param cache of the tokens before; null for none
   * @return the output, and the keys and values including these tokens
   */
  @Compact
  CachedOutput call(Array x, DecoderAttention attention, @Nullable LayerCache cache) {
    var parts = project(x);
    var query = parts.get(0);
    var stored = attention.store(cache, parts.get(1), parts.get(2));
    double scale = config.scaleAttnWeights() ? 1 / Math.sqrt(query.dim(3)) : 1;
    if (config.scaleAttnByInverseLayerIdx()) {
      scale /= layer + 1;
    }
    var attended = attention.attend(query, stored, scale, config.attnPdrop());
    var output =
        Dense.of(config.nEmbd())
            .withKernelInit(normal(config.residualRange()))
            .named("c_proj")
            .call(attended.reshape(x.shape()));
    return new CachedOutput(
        Dropout.of(config.residPdrop()).call(output, !attention.train()), stored);
  }

  /** {@return queries, keys and values, each {@code [batch, length, heads, size]}} */
  private List<Array> project(Array x) {
    var all =
        Dense.of(3 * config.nEmbd())
            .withKernelInit(normal(config.initializerRange()))
            .named("c_attn")
            .call(x);
    var heads = Shape.of(x.dim(0), x.dim(1), config.nHead(), config.nEmbd() / config.nHead());
    return Numpy.split(all, 3, -1).stream().map(part -> part.reshape(heads)).toList();
  }
}
