package io.cambric.conformance.interop;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.json.JsonValue;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertMaskedLm;
import io.cambric.models.bert.BertWeights;
import io.cambric.numpy.Numpy;
import java.util.LinkedHashMap;
import java.util.Map;

/** BERT under the names of golden cases. */
final class BertGolden {

  private BertGolden() {}

  static GoldenModel model(JsonValue json) {
    var config = BertConfig.of(json);
    return (weights, inputs) -> {
      var variables = BertWeights.load(weights, config);
      var tokens = inputs.get("input_ids");
      var mask = inputs.get("attention_mask");
      var types = inputs.find("token_type_ids").orElse(Numpy.zerosLike(tokens));
      var states =
          Bert.of(config).apply(variables, bert -> bert.hiddenStates(tokens, mask, types, false));
      var outputs = new LinkedHashMap<String, Array>();
      outputs.put("last_hidden_state", states.getLast());
      for (int i = 0; i < states.size(); i++) {
        outputs.put("hidden_states/" + i, states.get(i));
      }
      outputs.put(
          "pooler_output", Bert.of(config).apply(variables, bert -> bert.pooled(states.getLast())));
      var counts = Numpy.expandDims(mask, -1).astype(states.getLast().dtype());
      var mean = states.getLast().mul(counts).sum(1).div(counts.sum(1));
      outputs.put("meanPooled", mean);
      outputs.put("embedding", mean.div(Numpy.sqrt(Numpy.sum(mean.mul(mean), Axes.of(-1), true))));
      return outputs;
    };
  }

  static GoldenModel maskedLm(JsonValue json) {
    var config = BertConfig.of(json);
    return (weights, inputs) -> {
      var variables = BertWeights.loadMaskedLm(weights, config);
      var tokens = inputs.get("input_ids");
      var types = inputs.find("token_type_ids").orElse(Numpy.zerosLike(tokens));
      var mask = inputs.get("attention_mask");
      return Map.of(
          "logits",
          BertMaskedLm.of(config)
              .apply(variables, model -> model.call(tokens, mask, types, false)));
    };
  }
}
