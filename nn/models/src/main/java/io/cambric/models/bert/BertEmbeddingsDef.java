package io.cambric.models.bert;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.models.encoder.Lengths;
import io.cambric.models.encoder.TokenRows;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import io.cambric.numpy.Numpy;

/**
 * The sum of the embeddings of tokens, their positions and their types, normalised.
 *
 * @param config sizes and options
 */
@Module
record BertEmbeddingsDef(BertConfig config) {

  /** The tables. */
  record Parts(
      Embed word,
      Embed position,
      @Named("token_type") Embed type,
      LayerNorm norm,
      Dropout dropout) {}

  @Setup
  Parts parts() {
    int features = config.layer().features();
    return new Parts(
        Embed.of(config.vocabulary(), features),
        Embed.of(config.positions(), features),
        Embed.of(config.types(), features),
        config.layer().norm(),
        Dropout.of(config.layer().dropout()));
  }

  /** {@return the embeddings {@code [batch, length, features]}} */
  Array call(Parts parts, Array tokens, Array types, boolean train) {
    int length = Lengths.require("BERT", tokens, config.positions());
    var sum =
        TokenRows.of(parts.word(), tokens, config.padding())
            .add(parts.type().call(types))
            .add(parts.position().call(Numpy.arange(length)));
    return parts.dropout().call(parts.norm().call(sum), !train);
  }

  /** {@return scores of states against all tokens, {@code [..., vocabulary]}} */
  Array attend(Parts parts, Array states) {
    return parts.word().attend(states);
  }
}
