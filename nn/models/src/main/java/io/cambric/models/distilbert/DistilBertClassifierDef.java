package io.cambric.models.distilbert;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * DistilBERT with a head that scores classes of whole sequences by the state of the first token.
 *
 * <p>Variables: {@code params/{distilbert,pre_classifier,classifier}}. Random streams: {@code
 * dropout}, while training.
 *
 * @param config sizes and options
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/distilbert">DistilBertForSequenceClassification</a>
 */
@Module
record DistilBertClassifierDef(DistilBertConfig config) {

  /** The submodules. */
  record Parts(
      DistilBert distilbert,
      @Named("pre_classifier") Dense preClassifier,
      Dense classifier,
      Dropout dropout) {}

  @Setup
  Parts parts() {
    return new Parts(
        DistilBert.of(config),
        Dense.of(config.layer().features()),
        Dense.of(config.classes()),
        Dropout.of(config.headDropout()));
  }

  /** {@return scores of the classes, {@code [batch, classes]}; nothing is dropped} */
  @Dims("batch _")
  Array call(Parts parts, @Dims("batch length") Array tokens, @Dims("batch length") Array mask) {
    return call(parts, tokens, mask, false);
  }

  /**
   * {@return scores of the classes, {@code [batch, classes]}}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param train whether dropout is on
   */
  @Dims("batch _")
  Array call(
      Parts parts,
      @Dims("batch length") Array tokens,
      @Dims("batch length") Array mask,
      boolean train) {
    return head(parts, parts.distilbert().call(tokens, mask, train), train);
  }

  /** {@return scores of the classes for states of the model} */
  Array head(Parts parts, Array states, boolean train) {
    var first = Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1);
    var hidden = Activations.relu(parts.preClassifier().call(first));
    return parts.classifier().call(parts.dropout().call(hidden, !train));
  }
}
