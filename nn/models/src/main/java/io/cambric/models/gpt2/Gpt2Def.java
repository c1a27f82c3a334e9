package io.cambric.models.gpt2;

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
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GPT-2 with the layer that scores tokens, {@code GPT2LMHeadModel}.
 *
 * <p>Shapes: tokens {@code [batch, length]} to logits {@code [batch, length, vocabSize]}. The
 * logits have the dtype of the variables.
 *
 * <p>Variables: {@code params/wte}, {@code wpe}, {@code h_0} and so on, {@code ln_f}, and {@code
 * lm_head} unless tied. If the variables contain a head, it is always used. Random streams: {@code
 * dropout}, only in training.
 *
 * @param config sizes and options
 * @see <a
 *     href="https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf">Radford
 *     et al., 2019</a>
 */
@Module(name = "GPT2", as = CausalLm.class)
@Example(
    module = "Gpt2.of(Gpt2Config.ofSize(50257, 1024, 768, 12, 12))",
    in = {"i32[2, 1024]", "true"},
    out = "f32[2, 1024, 50257]")
record Gpt2Def(Gpt2Config config) {

  /** The embedded tokens, the outputs of all layers, the last normalised, and their caches. */
  private record Pass(List<Array> states, List<LayerCache> caches) {}

  /** {@return the logits of the next token after each token} */
  @Compact
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens) {
    return logits(DecoderInput.of(tokens), DecoderAttention.causal(null, false));
  }

  /** {@return the logits of the next token after each token, in training with dropout} */
  @Compact
  @Dims("batch length _")
  Array call(@Dims("batch length") Array tokens, boolean train) {
    return logits(DecoderInput.of(tokens), DecoderAttention.causal(null, train));
  }

  /** {@return the logits of the next token after each token} */
  @Compact
  Array call(DecoderInput batch) {
    return logits(batch, DecoderAttention.of(batch, null));
  }

  /** {@return the embedded tokens, the outputs of all layers but the last, and the last states} */
  @Compact
  List<Array> hiddenStates(DecoderInput batch) {
    return pass(batch, DecoderAttention.of(batch, null), null, embedding()).states();
  }

  /** {@return the logits after the last token, and the cache with the tokens} */
  @Compact
  Continuation next(DecoderInput batch, KeyValueCache cache) {
    var attention = DecoderAttention.of(batch, cache, null);
    var table = embedding();
    var pass = pass(batch, attention, cache, table);
    int length = batch.tokens().dim(1);
    var last = pass.states().getLast().get(":, -1");
    return new Continuation(head(last, table), attention.store(cache, pass.caches(), length));
  }

  /** {@return a cache without tokens} */
  @Nowrap
  KeyValueCache emptyCache(int batch, int slots, DType dtype) {
    int size = config.nEmbd() / config.nHead();
    return KeyValueCache.empty(config.nLayer(), batch, slots, config.nHead(), size, dtype);
  }

  /** {@return the number of different tokens} */
  @Nowrap
  int vocabulary() {
    return config.vocabSize();
  }

  /** {@return the most positions that a sequence may have} */
  @Nowrap
  int maxPositions() {
    return config.nPositions();
  }

  private Embed embedding() {
    return Embed.of(config.vocabSize(), config.nEmbd())
        .withEmbeddingInit(normal(config.initializerRange()))
        .named("wte");
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
    var positions =
        Embed.of(config.nPositions(), config.nEmbd())
            .withEmbeddingInit(normal(config.initializerRange()))
            .named("wpe");
    var x = table.call(batch.tokens()).add(positions.call(batch.positions()));
    x = Dropout.of(config.embdPdrop()).call(x, !attention.train());
    var states = new ArrayList<Array>();
    var caches = new ArrayList<LayerCache>();
    for (int i = 0; i < config.nLayer(); i++) {
      states.add(x);
      var earlier = cache == null ? null : cache.layers().get(i);
      var output = Gpt2Block.of(config, i).named("h_" + i).call(x, attention, earlier);
      x = output.output();
      caches.add(output.cache());
    }
    states.add(
        LayerNorm.of()
            .withEpsilon(config.layerNormEpsilon())
            .withUseFastVariance(false)
            .named("ln_f")
            .call(x));
    return new Pass(states, caches);
  }
}
