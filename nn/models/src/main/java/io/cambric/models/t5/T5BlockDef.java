package io.cambric.models.t5;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.models.encoder.Heads;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.seq2seq.DecodedLayer;
import io.cambric.models.seq2seq.LayerInput;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.RmsNorm;

/**
 * A layer of T5: self-attention, in the decoder also attention to the encoder, then a perceptron.
 * The input of each part is normalised, and the part is added to it.
 *
 * @param config sizes and options
 */
@Module
record T5BlockDef(T5Config config) {

  /** The parts, in the order of the layer. */
  record Parts(
      @Named("attention_norm") RmsNorm attentionNorm,
      Heads attention,
      @Named("memory_norm") RmsNorm memoryNorm,
      @Named("memory_attention") Heads memoryAttention,
      @Named("output_norm") RmsNorm outputNorm,
      Dense hidden,
      Dense gate,
      Dense output,
      Dropout dropout) {}

  @Setup
  Parts parts() {
    return new Parts(
        norm(),
        heads(),
        norm(),
        heads(),
        norm(),
        Dense.of(config.hiddenFeatures()).withUseBias(false),
        Dense.of(config.hiddenFeatures()).withUseBias(false),
        Dense.of(config.features()).withUseBias(false),
        Dropout.of(config.dropout()));
  }

  private RmsNorm norm() {
    return RmsNorm.of().withEpsilon(config.epsilon());
  }

  private Heads heads() {
    return Heads.of(
        config.heads(), config.size(), config.features(), false, false, false, config.dropout());
  }

  /**
   * {@return states of the encoder one layer further}
   *
   * @param mask where positions attend, {@code [batch, 1, 1, length]}
   * @param bias of distances, {@code [1, heads, length, length]}
   */
  Array encode(Parts parts, Array x, Array mask, Array bias, boolean train) {
    var normed = parts.attentionNorm().call(x);
    x = x.add(dropped(parts, parts.attention().call(normed, mask, bias, train), train));
    return perceptron(parts, x, train);
  }

  /** {@return keys and values of the encoder for this layer} */
  KeysValues memory(Parts parts, Array states) {
    return parts.memoryAttention().keysAndValues(states);
  }

  /**
   * {@return states of the decoder one layer further}
   *
   * @param place number of the layer
   * @param memory keys and values of the encoder
   * @param bias of distances, {@code [1, heads, length, keys]}
   */
  DecodedLayer decode(
      Parts parts, Array x, int place, KeysValues memory, LayerInput input, Array bias) {
    boolean train = input.train();
    var normed = parts.attentionNorm().call(x);
    var own = input.own(place, parts.attention().keysAndValues(normed));
    var attended = parts.attention().attend(normed, own, input.mask(), bias, train);
    x = x.add(dropped(parts, attended, train));
    var remembered =
        parts
            .memoryAttention()
            .attend(parts.memoryNorm().call(x), memory, input.memoryMask(), null, train);
    x = x.add(dropped(parts, remembered, train));
    return new DecodedLayer(perceptron(parts, x, train), own);
  }

  private Array perceptron(Parts parts, Array x, boolean train) {
    var normed = parts.outputNorm().call(x);
    var hidden = config.activation().apply(parts.hidden().call(normed));
    var gated = config.gated() ? hidden.mul(parts.gate().call(normed)) : hidden;
    return x.add(dropped(parts, parts.output().call(dropped(parts, gated, train)), train));
  }

  private static Array dropped(Parts parts, Array x, boolean train) {
    return parts.dropout().call(x, !train);
  }
}
