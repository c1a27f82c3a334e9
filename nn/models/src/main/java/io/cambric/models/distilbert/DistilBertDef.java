package io.cambric.models.distilbert;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.models.encoder.EncoderLayer;
import io.cambric.models.encoder.Lengths;
import io.cambric.models.encoder.Masks;
import io.cambric.models.encoder.TokenRows;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.stream.Stream;

/**
 * DistilBERT: tokens to states that know their context, {@code [batch, length]} integers to {@code
 * [batch, length, features]}.
 *
 * <p>Variables: {@code params/{word,position,norm}} of the embeddings, {@code params/layer_0} and
 * so on. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/1910.01108">Sanh et al., 2019</a>
 * @see <a href="https://huggingface.co/docs/transformers/model_doc/distilbert">DistilBertModel</a>
 */
@Module
record DistilBertDef(DistilBertConfig config) {

  /** The submodules. */
  record Parts(
      Embed word, Embed position, LayerNorm norm, Dropout dropout, List<EncoderLayer> layer) {}

  @Setup
  Parts parts() {
    int features = config.layer().features();
    return new Parts(
        Embed.of(config.vocabulary(), features),
        Embed.of(config.positions(), features),
        config.layer().norm(),
        Dropout.of(config.layer().dropout()),
        Stream.generate(() -> EncoderLayer.of(config.layer())).limit(config.layers()).toList());
  }

  /** {@return the states of the last layer; nothing is dropped} */
  @Dims("batch length _")
  Array call(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return call(parts, tokens, mask, false);
  }

  /**
   * {@return the states of the last layer}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param train whether dropout is on
   */
  @Dims("batch length _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      boolean train) {
    int length = Lengths.require("DistilBERT", tokens, config.positions());
    var sum =
        TokenRows.of(parts.word(), tokens, config.padding())
            .add(parts.position().call(Numpy.arange(length)));
    var states = parts.dropout().call(parts.norm().call(sum), !train);
    var attended = Masks.ofPadding(mask);
    for (var layer : parts.layer()) {
      states = layer.call(states, attended, train);
    }
    return states;
  }
}
