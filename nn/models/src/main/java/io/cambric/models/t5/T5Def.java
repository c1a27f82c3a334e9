package io.cambric.models.t5;

import static io.cambric.module.ModuleScope.hasVariable;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Nowrap;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.encoder.Masks;
import io.cambric.models.seq2seq.DecoderCache;
import io.cambric.models.seq2seq.DecoderOutput;
import io.cambric.models.seq2seq.EncoderDecoder;
import io.cambric.models.seq2seq.LayerInput;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import java.util.Collections;

/**
 * T5: an encoder of tokens and a decoder that scores the next token after each of its own.
 *
 * <p>Variables: {@code params/{shared,encoder,decoder}}, {@code params/lm_head} where it is not the
 * shared table. If the variables contain a head, it is always used. Random streams: {@code
 * dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/1910.10683">Raffel et al., 2019</a>
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/t5">T5ForConditionalGeneration</a>
 */
@Module(as = EncoderDecoder.class)
record T5Def(T5Config config) {

  /** The submodules. */
  record Parts(Embed shared, T5Stack encoder, T5Stack decoder, @Named("lm_head") Dense head) {}

  @Setup
  Parts parts() {
    return new Parts(
        Embed.of(config.vocabulary(), config.features()),
        T5Stack.of(config, false),
        T5Stack.of(config, true),
        Dense.of(config.vocabulary()).withUseBias(false));
  }

  /**
   * {@return scores of the next token after each token of the decoder, {@code [batch, written,
   * vocabulary]}}
   *
   * @param tokens of the encoder, {@code [batch, length]}
   * @param mask of the same shape, 0 at padding
   * @param written tokens of the decoder, {@code [batch, written]}
   */
  @Dims("batch steps _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      @Dims("batch steps") Array written,
      boolean train) {
    var states = encode(parts, tokens, mask, train);
    return logits(parts, decode(parts, written, states, mask, train));
  }

  /** {@return the states of the encoder; nothing is dropped} */
  @Dims("batch length _")
  Array encode(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return encode(parts, tokens, mask, false);
  }

  /** {@return the states of the encoder, {@code [batch, length, features]}} */
  @Dims("batch length _")
  Array encode(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      boolean train) {
    return parts.encoder().encode(parts.shared().call(tokens), Masks.ofPadding(mask), train);
  }

  /**
   * {@return the states of the decoder for all of its tokens, {@code [batch, written, features]}}
   *
   * @param states of the encoder
   * @param mask of the tokens of the encoder
   */
  Array decode(Parts parts, Array written, Array states, Array mask, boolean train) {
    var input = LayerInput.ofAll(written.dim(1), Masks.ofPadding(mask), train);
    var memory = parts.decoder().memory(states);
    return parts.decoder().decode(parts.shared().call(written), memory, input).states();
  }

  /** {@return scores of the next token for states of the decoder} */
  Array logits(Parts parts, Array states) {
    var scaled = config.scaled() ? states.mul(1 / Math.sqrt(config.features())) : states;
    return config.tied() && !hasVariable("params", "lm_head")
        ? parts.shared().attend(scaled)
        : parts.head().call(scaled);
  }

  /** {@return the number of different tokens} */
  @Nowrap
  int vocabulary() {
    return config.vocabulary();
  }

  /** {@return a cache of a decoder that has read nothing} */
  DecoderCache start(Parts parts, Array states, Array mask, int length) {
    var own =
        KeysValues.zeros(states.dim(0), length, config.heads(), config.size(), states.dtype());
    return new DecoderCache(
        Collections.nCopies(config.decoderLayers(), own),
        parts.decoder().memory(states),
        Masks.ofPadding(mask),
        NdArray.scalar(DType.I32, 0));
  }

  /** {@return scores of the token after each of these, and the cache with them} */
  DecoderOutput next(Parts parts, Array tokens, DecoderCache cache) {
    var input = LayerInput.of(cache, tokens.dim(1));
    var rows = parts.shared().call(tokens);
    var result = parts.decoder().decode(rows, cache.memory(), input);
    return new DecoderOutput(
        logits(parts, result.states()), cache.after(result.own(), tokens.dim(1)));
  }
}
