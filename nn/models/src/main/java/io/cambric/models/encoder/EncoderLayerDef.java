package io.cambric.models.encoder;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.LayerNorm;
import org.jspecify.annotations.Nullable;

/**
 * A layer of an encoder: self-attention, then a perceptron with one hidden layer. Each part is
 * added to its input, and is normalised before or after.
 *
 * <p>Shapes: {@code [batch, length, features]} is kept.
 *
 * <p>Variables: {@code params/{attention,attention_norm,hidden,output,output_norm}}. Random
 * streams: {@code dropout}, while training.
 *
 * @param options sizes and fractions
 */
@Module
record EncoderLayerDef(LayerOptions options) {

  /** The parts, in the order of the layer. */
  record Parts(
      Heads attention,
      @Named("attention_norm") LayerNorm attentionNorm,
      Dense hidden,
      Dense output,
      @Named("output_norm") LayerNorm outputNorm,
      Dropout dropout,
      @Named("activation_dropout") Dropout activationDropout) {}

  @Setup
  Parts parts() {
    return new Parts(
        Heads.of(options.heads(), options.features(), options.attentionDropout())
            .withQkvBias(options.qkvBias()),
        options.norm(),
        Dense.of(options.hiddenFeatures()),
        Dense.of(options.features()),
        options.norm(),
        Dropout.of(options.dropout()),
        Dropout.of(options.activationDropout()));
  }

  /**
   * {@return the sequence one layer further}
   *
   * @param mask where positions attend, broadcasts to {@code [batch, heads, length, length]};
   *     {@code null} for everywhere
   */
  Array call(Parts parts, Array x, @Nullable Array mask, boolean train) {
    var attended = x.add(attention(parts, before(parts.attentionNorm(), x), mask, train));
    x = after(parts.attentionNorm(), attended);
    return after(
        parts.outputNorm(), x.add(perceptron(parts, before(parts.outputNorm(), x), train)));
  }

  private Array attention(Parts parts, Array x, @Nullable Array mask, boolean train) {
    return parts.dropout().call(parts.attention().call(x, mask, null, train), !train);
  }

  private Array perceptron(Parts parts, Array x, boolean train) {
    var hidden = options.activation().apply(parts.hidden().call(x));
    var kept = parts.activationDropout().call(hidden, !train);
    return parts.dropout().call(parts.output().call(kept), !train);
  }

  private Array before(LayerNorm norm, Array x) {
    return options.normFirst() ? norm.call(x) : x;
  }

  private Array after(LayerNorm norm, Array x) {
    return options.normFirst() ? x : norm.call(x);
  }
}
