package io.cambric.models.bart;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import io.cambric.numpy.Numpy;

/**
 * The normalised sum of token embeddings and position embeddings.
 *
 * @param config sizes and options
 */
@Module
record BartEmbeddingsDef(BartConfig config) {

  /** The table of positions and the normalisation. */
  record Parts(Embed position, LayerNorm norm, Dropout dropout) {}

  @Setup
  Parts parts() {
    return new Parts(
        Embed.of(config.positions() + BartConfig.FIRST_POSITION, config.features()),
        config.encoderLayer().norm(),
        Dropout.of(config.encoderLayer().dropout()));
  }

  /**
   * {@return the states before the first layer}
   *
   * @param rows embeddings of the tokens, {@code [batch, length, features]}
   * @param first position of the first token, an integer scalar
   */
  Array call(Parts parts, Array rows, Array first, boolean train) {
    var places = Numpy.arange(rows.dim(1)).add(first).add(BartConfig.FIRST_POSITION);
    var sum = rows.add(parts.position().call(places));
    return parts.dropout().call(parts.norm().call(sum), !train);
  }
}
