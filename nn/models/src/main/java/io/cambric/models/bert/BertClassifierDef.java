package io.cambric.models.bert;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Numpy;
import io.cambric.text.TokenBatch;

/**
 * BERT with a head that scores classes of whole sequences, or of pairs of them.
 *
 * <p>Variables: {@code params/{bert,classifier}}. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/bert">BertForSequenceClassification</a>
 */
@Module
record BertClassifierDef(BertConfig config) {

  /** The submodules. */
  record Parts(Bert bert, Dense classifier, Dropout dropout) {}

  @Setup
  Parts parts() {
    return new Parts(Bert.of(config), Dense.of(config.classes()), Dropout.of(config.headDropout()));
  }

  /** {@return scores of the classes for a tokenizer's output, {@code [batch, classes]}} */
  Array call(Parts parts, TokenBatch batch) {
    var input = BertInput.of(batch);
    return call(parts, input.tokens(), input.mask(), input.types(), false);
  }

  /** {@return scores of the classes of single sequences, {@code [batch, classes]}} */
  @Dims("batch _")
  Array call(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return call(parts, tokens, mask, Numpy.zerosLike(tokens), false);
  }

  /**
   * {@return scores of the classes, {@code [batch, classes]}}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param types of the same shape, 1 in the second of two sequences
   * @param train whether dropout is on
   */
  @Dims("batch _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      @Dims("batch length") Array types,
      boolean train) {
    var states = parts.bert().call(tokens, mask, types, train);
    var pooled = parts.bert().pooled(states);
    return parts.classifier().call(parts.dropout().call(pooled, !train));
  }
}
