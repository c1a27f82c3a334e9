package io.cambric.models.bart;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.models.encoder.Heads;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.seq2seq.DecodedLayer;
import io.cambric.models.seq2seq.LayerInput;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.LayerNorm;

/**
 * A layer of the decoder of BART: tokens attend to earlier ones and to the encoder, then pass a
 * perceptron. Each part is added to its input and normalised.
 *
 * @param options sizes and fractions
 */
@Module
record BartDecoderLayerDef(LayerOptions options) {

  /** The parts, in the order of the layer. */
  record Parts(
      Heads attention,
      @Named("attention_norm") LayerNorm attentionNorm,
      @Named("memory_attention") Heads memoryAttention,
      @Named("memory_norm") LayerNorm memoryNorm,
      Dense hidden,
      Dense output,
      @Named("output_norm") LayerNorm outputNorm,
      Dropout dropout,
      @Named("activation_dropout") Dropout activationDropout) {}

  @Setup
  Parts parts() {
    return new Parts(
        heads(),
        options.norm(),
        heads(),
        options.norm(),
        Dense.of(options.hiddenFeatures()),
        Dense.of(options.features()),
        options.norm(),
        Dropout.of(options.dropout()),
        Dropout.of(options.activationDropout()));
  }

  private Heads heads() {
    return Heads.of(options.heads(), options.features(), options.attentionDropout());
  }

  /** {@return keys and values of the encoder for this layer} */
  KeysValues memory(Parts parts, Array states) {
    return parts.memoryAttention().keysAndValues(states);
  }

  /**
   * {@return states one layer further}
   *
   * @param x {@code [batch, length, features]}
   * @param place number of the layer
   * @param memory keys and values of the encoder
   */
  DecodedLayer call(Parts parts, Array x, int place, KeysValues memory, LayerInput input) {
    boolean train = input.train();
    var own = input.own(place, parts.attention().keysAndValues(x));
    var attended = parts.attention().attend(x, own, input.mask(), null, train);
    x = parts.attentionNorm().call(x.add(parts.dropout().call(attended, !train)));
    var remembered = parts.memoryAttention().attend(x, memory, input.memoryMask(), null, train);
    x = parts.memoryNorm().call(x.add(parts.dropout().call(remembered, !train)));
    var hidden = options.activation().apply(parts.hidden().call(x));
    var output = parts.output().call(parts.activationDropout().call(hidden, !train));
    return new DecodedLayer(
        parts.outputNorm().call(x.add(parts.dropout().call(output, !train))), own);
  }
}
