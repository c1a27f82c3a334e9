package io.cambric.models.bert;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.models.encoder.EncoderLayer;
import io.cambric.models.encoder.Masks;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.text.TokenBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * BERT: tokens to states that know their context, {@code [batch, length]} integers to {@code
 * [batch, length, features]}.
 *
 * <p>Variables: {@code params/embeddings}, {@code params/layer_0} and so on, {@code params/pooler}
 * where it is used. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/1810.04805">Devlin et al., 2019</a>
 * @see <a href="https://huggingface.co/docs/transformers/model_doc/bert">BertModel</a>
 */
@Module
record BertDef(BertConfig config) {

  /** The submodules. */
  record Parts(BertEmbeddings embeddings, List<EncoderLayer> layer, Dense pooler) {}

  @Setup
  Parts parts() {
    return new Parts(
        BertEmbeddings.of(config),
        Stream.generate(() -> EncoderLayer.of(config.layer())).limit(config.layers()).toList(),
        Dense.of(config.layer().features()));
  }

  /** {@return the states of the last layer, for a tokenizer's output} */
  Array call(Parts parts, TokenBatch batch) {
    var input = BertInput.of(batch);
    return call(parts, input.tokens(), input.mask(), input.types(), false);
  }

  /**
   * {@return the states of the last layer for single sentences; pairs need types}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   */
  @Dims("batch length _")
  Array call(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return call(parts, tokens, mask, Numpy.zerosLike(tokens), false);
  }

  /**
   * {@return the states of the last layer}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param types of the same shape, 1 in the second of two sentences
   * @param train whether dropout is on
   */
  @Dims("batch length _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      @Dims("batch length") Array types,
      boolean train) {
    return hiddenStates(parts, tokens, mask, types, train).getLast();
  }

  /**
   * {@return the embeddings, then the states of each layer; takes the arguments of {@code call}}
   */
  List<Array> hiddenStates(Parts parts, Array tokens, Array mask, Array types, boolean train) {
    var attended = Masks.ofPadding(mask);
    var states = new ArrayList<Array>();
    states.add(parts.embeddings().call(tokens, types, train));
    for (var layer : parts.layer()) {
      states.add(layer.call(states.getLast(), attended, train));
    }
    return states;
  }

  /**
   * {@return the state of the first token, mapped for tasks of whole sequences}
   *
   * @param states of the last layer
   * @return {@code [batch, features]}
   */
  Array pooled(Parts parts, Array states) {
    return Numpy.tanh(parts.pooler().call(Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1)));
  }

  /** {@return scores of states against the embeddings of all tokens, {@code [..., vocabulary]}} */
  Array attend(Parts parts, Array states) {
    return parts.embeddings().attend(states);
  }
}
