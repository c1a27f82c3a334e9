package io.cambric.models.sentence;

import io.cambric.core.Array;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.distilbert.DistilBert;
import io.cambric.models.distilbert.DistilBertConfig;
import io.cambric.scope.Variables;

/** An encoder of tokens, such as BERT. */
@FunctionalInterface
public interface TokenEncoder {

  /**
   * {@return the states of the last layer, {@code [batch, length, features]}}
   *
   * @param variables of the encoder
   */
  Array states(Variables variables, SentenceBatch batch);

  /** {@return BERT of a configuration} */
  static TokenEncoder of(BertConfig config) {
    var bert = Bert.of(config);
    return (variables, batch) -> bert.apply(variables, batch.tokens(), batch.mask());
  }

  /** {@return DistilBERT of a configuration} */
  static TokenEncoder of(DistilBertConfig config) {
    var model = DistilBert.of(config);
    return (variables, batch) -> model.apply(variables, batch.tokens(), batch.mask());
  }
}
