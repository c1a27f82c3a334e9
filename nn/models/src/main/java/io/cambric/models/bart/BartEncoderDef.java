package io.cambric.models.bart;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.encoder.EncoderLayer;
import java.util.List;
import java.util.stream.Stream;

/**
 * The encoder of BART.
 *
 * @param config sizes and options
 */
@Module
record BartEncoderDef(BartConfig config) {

  /** The submodules. */
  record Parts(BartEmbeddings embeddings, List<EncoderLayer> layer) {}

  @Setup
  Parts parts() {
    return new Parts(
        BartEmbeddings.of(config),
        Stream.generate(() -> EncoderLayer.of(config.encoderLayer()))
            .limit(config.encoderLayers())
            .toList());
  }

  /**
   * {@return the states of the last layer}
   *
   * @param rows embeddings of the tokens, {@code [batch, length, features]}
   * @param mask where positions attend, {@code [batch, 1, 1, length]}
   */
  Array call(Parts parts, Array rows, Array mask, boolean train) {
    var states = parts.embeddings().call(rows, NdArray.scalar(DType.I32, 0), train);
    for (var layer : parts.layer()) {
      states = layer.call(states, mask, train);
    }
    return states;
  }
}
