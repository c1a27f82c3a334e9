package io.cambric.models.bart;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.seq2seq.DecodedStates;
import io.cambric.models.seq2seq.LayerInput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The decoder of BART.
 *
 * @param config sizes and options
 */
@Module
record BartDecoderDef(BartConfig config) {

  /** The submodules. */
  record Parts(BartEmbeddings embeddings, List<BartDecoderLayer> layer) {}

  @Setup
  Parts parts() {
    return new Parts(
        BartEmbeddings.of(config),
        Stream.generate(() -> BartDecoderLayer.of(config.decoderLayer()))
            .limit(config.decoderLayers())
            .toList());
  }

  /** {@return keys and values of the encoder by layer} */
  List<KeysValues> memory(Parts parts, Array states) {
    return parts.layer().stream().map(layer -> layer.memory(states)).toList();
  }

  /**
   * {@return the states of the last layer}
   *
   * @param rows embeddings of the tokens, {@code [batch, length, features]}
   * @param memory keys and values of the encoder by layer
   */
  DecodedStates call(Parts parts, Array rows, List<KeysValues> memory, LayerInput input) {
    var cache = input.cache();
    var first = cache == null ? NdArray.scalar(DType.I32, 0) : cache.position();
    var states = parts.embeddings().call(rows, first, input.train());
    var own = new ArrayList<KeysValues>();
    for (int i = 0; i < parts.layer().size(); i++) {
      var result = parts.layer().get(i).call(states, i, memory.get(i), input);
      own.add(result.own());
      states = result.states();
    }
    return new DecodedStates(states, own);
  }
}
