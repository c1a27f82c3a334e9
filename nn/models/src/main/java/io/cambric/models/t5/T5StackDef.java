package io.cambric.models.t5;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.encoder.KeysValues;
import io.cambric.models.seq2seq.DecodedStates;
import io.cambric.models.seq2seq.LayerInput;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.RmsNorm;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The encoder or the decoder of T5: layers that share a bias for each kind of distance.
 *
 * @param config sizes and options
 * @param decoder whether it is the decoder
 */
@Module
record T5StackDef(T5Config config, boolean decoder) {

  /** The submodules. */
  record Parts(
      @Named("position_bias") Embed positionBias,
      List<T5Block> block,
      RmsNorm norm,
      Dropout dropout) {}

  @Setup
  Parts parts() {
    int layers = decoder ? config.decoderLayers() : config.encoderLayers();
    return new Parts(
        Embed.of(config.buckets(), config.heads()),
        Stream.generate(() -> T5Block.of(config)).limit(layers).toList(),
        RmsNorm.of().withEpsilon(config.epsilon()),
        Dropout.of(config.dropout()));
  }

  /**
   * {@return the normalised states of the encoder}
   *
   * @param rows embeddings of the tokens, {@code [batch, length, features]}
   * @param mask where positions attend, {@code [batch, 1, 1, length]}
   */
  Array encode(Parts parts, Array rows, Array mask, boolean train) {
    int length = rows.dim(1);
    var bias = bias(parts, length, length, NdArray.scalar(DType.I32, 0));
    var states = parts.dropout().call(rows, !train);
    for (var block : parts.block()) {
      states = block.encode(states, mask, bias, train);
    }
    return parts.dropout().call(parts.norm().call(states), !train);
  }

  /** {@return keys and values of the encoder by layer} */
  List<KeysValues> memory(Parts parts, Array states) {
    return parts.block().stream().map(block -> block.memory(states)).toList();
  }

  /**
   * {@return the normalised states of the decoder}
   *
   * @param rows embeddings of the tokens, {@code [batch, length, features]}
   * @param memory keys and values of the encoder by layer
   */
  DecodedStates decode(Parts parts, Array rows, List<KeysValues> memory, LayerInput input) {
    boolean train = input.train();
    var cache = input.cache();
    int length = rows.dim(1);
    var bias =
        cache == null
            ? bias(parts, length, length, NdArray.scalar(DType.I32, 0))
            : bias(parts, length, cache.length(), cache.position());
    var states = parts.dropout().call(rows, !train);
    var own = new ArrayList<KeysValues>();
    for (int i = 0; i < parts.block().size(); i++) {
      var result = parts.block().get(i).decode(states, i, memory.get(i), input, bias);
      own.add(result.own());
      states = result.states();
    }
    return new DecodedStates(parts.dropout().call(parts.norm().call(states), !train), own);
  }

  private Array bias(Parts parts, int queries, int keys, Array first) {
    var positions = new RelativePositions(config.buckets(), config.maxDistance(), !decoder);
    var byHead = parts.positionBias().call(positions.of(queries, keys, first));
    return Numpy.expandDims(byHead.transpose(2, 0, 1), 0);
  }
}
