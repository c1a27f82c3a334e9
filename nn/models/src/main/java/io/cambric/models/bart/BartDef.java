package io.cambric.models.bart;

import static io.cambric.module.ModuleScope.hasVariable;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Nowrap;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.encoder.Lengths;
import io.cambric.models.encoder.Masks;
import io.cambric.models.encoder.TokenRows;
import io.cambric.models.seq2seq.DecoderCache;
import io.cambric.models.seq2seq.DecoderOutput;
import io.cambric.models.seq2seq.EncoderDecoder;
import io.cambric.models.seq2seq.LayerInput;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.numpy.Numpy;
import java.util.Collections;
import java.util.List;

/**
 * BART: an encoder of tokens and a decoder that scores the next token after each of its own.
 *
 * <p>Variables: {@code params/{shared,encoder,decoder}}, {@code params/lm_head} where it is not the
 * shared table, {@code constants/final_logits_bias}. If the variables contain a head, it is always
 * used. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/1910.13461">Lewis et al., 2019</a>
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/bart">BartForConditionalGeneration</a>
 */
@Module(as = EncoderDecoder.class)
record BartDef(BartConfig config) {

  /** The submodules, and the bias that is added to scores. */
  record Parts(Embed shared, BartEncoder encoder, BartDecoder decoder, Dense head, Array bias) {}

  @Setup
  Parts parts() {
    var bias =
        variable(
            "constants",
            "final_logits_bias",
            () -> Numpy.zeros(Shape.of(1, config.vocabulary()), DType.F32));
    return new Parts(
        Embed.of(config.vocabulary(), config.features()),
        BartEncoder.of(config),
        BartDecoder.of(config),
        Dense.of(config.vocabulary()).withUseBias(false).named("lm_head"),
        bias.get());
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
    Lengths.require("BART", tokens, config.positions());
    return parts.encoder().call(rows(parts, tokens), Masks.ofPadding(mask), train);
  }

  /**
   * {@return the states of the decoder for all of its tokens, {@code [batch, written, features]}}
   *
   * @param states of the encoder
   * @param mask of the tokens of the encoder
   */
  Array decode(Parts parts, Array written, Array states, Array mask, boolean train) {
    int length = Lengths.require("BART", written, config.positions());
    var input = LayerInput.ofAll(length, Masks.ofPadding(mask), train);
    var memory = parts.decoder().memory(states);
    return parts.decoder().call(rows(parts, written), memory, input).states();
  }

  /** {@return scores of the next token for states of the decoder} */
  Array logits(Parts parts, Array states) {
    var scores =
        config.tied() && !hasVariable("params", "lm_head")
            ? parts.shared().attend(states)
            : parts.head().call(states);
    return scores.add(parts.bias());
  }

  /** {@return the number of different tokens} */
  @Nowrap
  int vocabulary() {
    return config.vocabulary();
  }

  /** {@return a cache of a decoder that has read nothing} */
  DecoderCache start(Parts parts, Array states, Array mask, int length) {
    Lengths.require("BART", length, config.positions());
    var layer = config.decoderLayer();
    int size = layer.features() / layer.heads();
    var own = KeysValues.zeros(states.dim(0), length, layer.heads(), size, states.dtype());
    return new DecoderCache(
        Collections.nCopies(config.decoderLayers(), own),
        parts.decoder().memory(states),
        Masks.ofPadding(mask),
        NdArray.scalar(DType.I32, 0));
  }

  /** {@return scores of the token after each of these, and the cache with them} */
  DecoderOutput next(Parts parts, Array tokens, DecoderCache cache) {
    var input = LayerInput.of(cache, tokens.dim(1));
    List<KeysValues> memory = cache.memory();
    var result = parts.decoder().call(rows(parts, tokens), memory, input);
    return new DecoderOutput(
        logits(parts, result.states()), cache.after(result.own(), tokens.dim(1)));
  }

  private Array rows(Parts parts, Array tokens) {
    var rows = TokenRows.of(parts.shared(), tokens, config.padding());
    return config.scaled() ? rows.mul(Math.sqrt(config.features())) : rows;
  }
}
