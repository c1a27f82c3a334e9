package io.cambric.conformance.interop;

import io.cambric.json.JsonValue;
import io.cambric.models.distilbert.DistilBertClassifier;
import io.cambric.models.distilbert.DistilBertConfig;
import io.cambric.models.distilbert.DistilBertWeights;
import java.util.Map;

/** DistilBERT under the names of golden cases. */
final class DistilBertGolden {

  private DistilBertGolden() {}

  static GoldenModel classifier(JsonValue json) {
    var config = DistilBertConfig.of(json);
    var model = DistilBertClassifier.of(config);
    return (weights, inputs) -> {
      var variables = DistilBertWeights.loadClassifier(weights, config);
      var states =
          model.apply(
              variables,
              m ->
                  m.parts()
                      .distilbert()
                      .call(inputs.get("input_ids"), inputs.get("attention_mask")));
      return Map.of(
          "last_hidden_state",
          states,
          "logits",
          model.apply(variables, m -> m.head(states, false)));
    };
  }
}
