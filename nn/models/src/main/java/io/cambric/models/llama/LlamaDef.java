package io.cambric.models.llama;

import static io.cambric.module.ModuleScope.hasVariable;
import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Dims;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.annotations.Nowrap;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.Continuation;
import io.cambric.models.decoder.DecoderAttention;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.KeyValueCache;
import io.cambric.models.decoder.LayerCache;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.RmsNorm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Llama or Mistral with the layer that scores tokens, {@code LlamaForCausalLM} and {@code
 * MistralForCausalLM}.
 *
 * <p>Shapes: tokens {@code [batch, length]} to logits {@code [batch, length, vocabSize]}. The
 * logits have the dtype of the variables.
 *
 * <p>Variables: {@code params/embed_tokens}, {@code layers_0} and so on, {@code norm}, and {@code
 * lm_head} unless tied. If the variables contain a head, it is always used. Random streams: {@code
 * dropout}, only in training with dropout.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/2307.09288">Touvron et al., 2023</a>
 * @see <a href="https://arxiv.org/abs/2310.06825">Jiang et al., 2023</a>
 */
@Module(as = CausalLm.class)
@Example(
    module = "Llama.of(LlamaConfig.ofSize(32000, 4096, 4096, 32, 32, 8))",
    in = "i32[1, 2048]",
    out = "f32[1, 2048, 32000]")
record LlamaDef(LlamaConfig config) {

  /** The embedded tokens, the outputs of all layers, the last normalised, and their caches. */
  private record Pass(List<Array> states, List<LayerCache> caches) {}

  /** {@return the logits of the next token after each token} */
  @Compact
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens) {
    return logits(DecoderInput.of(tokens), DecoderAttention.causal(config.slidingWindow(), false));
  }

  /** {@return the logits of the next token after each token, in training with dropout} */
  @Compact
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens, boolean train) {
    return logits(DecoderInput.of(tokens), DecoderAttention.causal(config.slidingWindow(), train));
  }

  /** {@return the logits of the next token after each token} */
  @Compact
  Array call(DecoderInput batch) {
    return logits(batch, DecoderAttention.of(batch, config.slidingWindow()));
  }

  /** {@return the embedded tokens, the outputs of all layers but the last, and the last states} */
  @Compact
  List<Array> hiddenStates(DecoderInput batch) {
    var attention = DecoderAttention.of(batch, config.slidingWindow());
    return pass(batch, attention, null, embedding()).states();
  }

  /** {@return the logits after the last token, and the cache with the tokens} */
  @Compact
  Continuation next(DecoderInput batch, KeyValueCache cache) {
    var attention = DecoderAttention.of(batch, cache, config.slidingWindow());
    var table = embedding();
    var pass = pass(batch, attention, cache, table);
    var last = pass.states().getLast().get(":, -1");
    int length = batch.tokens().dim(1);
    return new Continuation(head(last, table), attention.store(cache, pass.caches(), length));
  }

  /** {@return a cache without tokens} */
  @Nowrap
  KeyValueCache emptyCache(int batch, int slots, DType dtype) {
    return KeyValueCache.empty(
        config.numHiddenLayers(), batch, slots, config.numKeyValueHeads(), config.headDim(), dtype);
  }

  /** {@return the number of different tokens} */
  @Nowrap
  int vocabulary() {
    return config.vocabSize();
  }

  /** {@return the most positions that a sequence may have} */
  @Nowrap
  int maxPositions() {
    return config.maxPositionEmbeddings();
  }

  private Embed embedding() {
    return Embed.of(config.vocabSize(), config.hiddenSize())
        .withEmbeddingInit(normal(config.initializerRange()))
        .named("embed_tokens");
  }

  private Array logits(DecoderInput batch, DecoderAttention attention) {
    var table = embedding();
    return head(pass(batch, attention, null, table).states().getLast(), table);
  }

  private Array head(Array states, Embed table) {
    if (config.tieWordEmbeddings() && !hasVariable("params", "lm_head")) {
      return table.attend(states);
    }
    return Dense.of(config.vocabSize())
        .withUseBias(false)
        .withKernelInit(normal(config.initializerRange()))
        .named("lm_head")
        .call(states);
  }

  private Pass pass(
      DecoderInput batch, DecoderAttention attention, @Nullable KeyValueCache cache, Embed table) {
    var x = table.call(batch.tokens());
    var rotation = Rotation.of(batch.positions(), config.ropeParameters(), config.headDim());
    var states = new ArrayList<Array>();
    var caches = new ArrayList<LayerCache>();
    for (int i = 0; i < config.numHiddenLayers(); i++) {
      states.add(x);
      var earlier = cache == null ? null : cache.layers().get(i);
      var layer = LlamaLayer.of(config).named("layers_" + i);
      var output = layer.call(x, rotation, attention, earlier);
      x = output.output();
      caches.add(output.cache());
    }
    states.add(RmsNorm.of().withEpsilon(config.rmsNormEps()).named("norm").call(x));
    return new Pass(states, caches);
  }
}
