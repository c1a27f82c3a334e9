package io.cambric.conformance.interop;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.json.JsonValue;
import io.cambric.models.bart.Bart;
import io.cambric.models.bart.BartConfig;
import io.cambric.models.bart.BartWeights;
import io.cambric.models.seq2seq.EncoderDecoder;
import io.cambric.models.seq2seq.GreedyDecoder;
import io.cambric.models.t5.T5;
import io.cambric.models.t5.T5Config;
import io.cambric.models.t5.T5Weights;
import io.cambric.module.Module;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Models of an encoder and a decoder under the names of golden cases. */
final class EncoderDecoderGolden {

  private EncoderDecoderGolden() {}

  static GoldenModel bart(JsonValue json) {
    var config = BartConfig.of(json);
    return new Model<>(
        Bart.of(config),
        weights -> BartWeights.load(weights, config),
        (model, inputs, states) ->
            model.decode(
                inputs.get("decoder_input_ids"), states, inputs.get("attention_mask"), false),
        Bart::logits);
  }

  static GoldenModel t5(JsonValue json) {
    var config = T5Config.of(json);
    return new Model<>(
        T5.of(config),
        weights -> T5Weights.load(weights, config),
        (model, inputs, states) ->
            model.decode(
                inputs.get("decoder_input_ids"), states, inputs.get("attention_mask"), false),
        T5::logits);
  }

  /** {@return states of the decoder for those of the encoder} */
  private interface Decode<M> {

    Array states(M model, ModelInputs inputs, Array states);
  }

  /** {@return scores for states of the decoder} */
  private interface Score<M> {

    Array logits(M model, Array states);
  }

  private record Model<M extends Module<M> & EncoderDecoder>(
      M module, Function<Map<String, Array>, Variables> load, Decode<M> decode, Score<M> score)
      implements GoldenModel {

    @Override
    public Map<String, Array> call(Map<String, Array> weights, ModelInputs inputs) {
      var variables = load.apply(weights);
      var encoded =
          module.apply(
              variables, m -> m.encode(inputs.get("input_ids"), inputs.get("attention_mask")));
      var decoded = module.apply(variables, m -> decode.states(m, inputs, encoded));
      return Map.of(
          "encoder_last_hidden_state",
          encoded,
          "decoder_last_hidden_state",
          decoded,
          "logits",
          module.apply(variables, m -> score.logits(m, decoded)));
    }

    @Override
    public Generated generate(Map<String, Array> weights, ModelInputs inputs, JsonNode generation) {
      var rows = generation.get("prompt");
      int[] starts =
          rows.valueStream()
              .flatMapToInt(row -> row.valueStream().mapToInt(JsonNode::intValue))
              .toArray();
      var prompt = NdArray.ofInts(Shape.of(rows.size(), rows.get(0).size()), starts);
      int count = generation.get("newTokens").get(0).size();
      var decoder = GreedyDecoder.of(module);
      var written =
          Transforms.jit((Variables variables, Array tokens, Array mask) ->
                  decoder.generate(variables, tokens, mask, prompt, count))
              .apply(load.apply(weights), inputs.get("input_ids"), inputs.get("attention_mask"));
      return new Generated(written.tokens(), written.logits());
    }
  }
}
