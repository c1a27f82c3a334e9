package io.cambric.models.bert;

import static io.cambric.module.ModuleScope.hasVariable;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.LayerNorm;
import io.cambric.numpy.Numpy;
import io.cambric.text.TokenBatch;

/**
 * BERT with the head that scores all tokens at each position. It shares the token embedding (tied
 * weights), unless the variables have another table.
 *
 * <p>Variables: {@code params/bert}, {@code params/transform}, {@code params/norm}, {@code
 * params/bias}, {@code params/decoder} if the head has a table of its own. Random streams: {@code
 * dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://huggingface.co/docs/transformers/model_doc/bert">BertForMaskedLM</a>
 */
@Module
record BertMaskedLmDef(BertConfig config) {

  /** The submodules, and the bias of each token. */
  record Parts(Bert bert, Dense transform, LayerNorm norm, Dense decoder, Array bias) {}

  @Setup
  Parts parts() {
    return new Parts(
        Bert.of(config),
        Dense.of(config.layer().features()),
        config.layer().norm(),
        Dense.of(config.vocabulary()).withUseBias(false),
        param("bias", zeros(), Shape.of(config.vocabulary())));
  }

  /**
   * {@return scores of all tokens, {@code [batch, length, vocabulary]}, for a tokenizer's output}
   */
  Array call(Parts parts, TokenBatch batch) {
    var input = BertInput.of(batch);
    return call(parts, input.tokens(), input.mask(), input.types(), false);
  }

  /**
   * {@return scores of all tokens of single sentences, {@code [batch, length, vocabulary]}; pairs
   * need types}
   */
  @Dims("batch length _")
  Array call(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return call(parts, tokens, mask, Numpy.zerosLike(tokens), false);
  }

  /**
   * {@return scores of all tokens, {@code [batch, length, vocabulary]}}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param types of the same shape
   * @param train whether dropout is on
   */
  @Dims("batch length _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      @Dims("batch length") Array types,
      boolean train) {
    var states = parts.bert().call(tokens, mask, types, train);
    var hidden = config.layer().activation().apply(parts.transform().call(states));
    var normed = parts.norm().call(hidden);
    var scores =
        hasVariable("params", "decoder") ? decoded(parts, normed) : parts.bert().attend(normed);
    return scores.add(parts.bias());
  }

  /** {@return scores of normalised states by the table of the head, without the bias} */
  Array decoded(Parts parts, Array states) {
    return parts.decoder().call(states);
  }
}
