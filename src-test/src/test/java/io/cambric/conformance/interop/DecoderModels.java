package io.cambric.conformance.interop;

import io.cambric.core.Array;
import io.cambric.json.JsonValue;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.generate.Generator;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The decoders of golden cases. */
final class DecoderModels {

  static final Map<String, GoldenModel.Factory> BY_CLASS =
      Map.of(
          "GPT2LMHeadModel", DecoderModels::gpt2,
          "LlamaForCausalLM", DecoderModels::llama,
          "MistralForCausalLM", DecoderModels::llama);

  private DecoderModels() {}

  static GoldenModel gpt2(JsonValue json) {
    var config = Gpt2Config.of(json);
    return new Decoder<>(Gpt2.of(config), weights -> Gpt2Weights.load(weights, config));
  }

  static GoldenModel llama(JsonValue json) {
    var config = LlamaConfig.of(json);
    return new Decoder<>(Llama.of(config), weights -> LlamaWeights.load(weights, config));
  }

  /**
   * A decoder behind the names of golden cases.
   *
   * @param load from arrays by names of the file to variables
   */
  private record Decoder<M extends Module<M> & CausalLm>(
      M model, Function<Map<String, Array>, Variables> load) implements GoldenModel {

    @Override
    public Map<String, Array> call(Map<String, Array> weights, ModelInputs inputs) {
      var variables = load.apply(weights);
      var tokens = inputs.get("input_ids");
      var mask = inputs.find("attention_mask");
      var batch = mask.map(each -> batch(tokens, each, inputs)).orElse(DecoderInput.of(tokens));
      var states = model.apply(variables, m -> m.hiddenStates(batch));
      return Map.of(
          "hidden_state0",
          states.getFirst(),
          "last_hidden_state",
          states.getLast(),
          "logits",
          model.apply(variables, m -> mask.isPresent() ? m.call(batch) : m.call(tokens)));
    }

    private static DecoderInput batch(Array tokens, Array mask, ModelInputs inputs) {
      var batch = DecoderInput.of(tokens, mask);
      return inputs
          .find("position_ids")
          .map(positions -> new DecoderInput(tokens, positions, batch.mask()))
          .orElse(batch);
    }

    @Override
    public Generated generate(Map<String, Array> weights, ModelInputs inputs, JsonNode generation) {
      var prompt = ModelsRunner.ints(generation.get("prompt"));
      var generated =
          Generator.of(model)
              .withMaxTokens(generation.get("newTokens").get(0).size())
              .withLogits(true)
              .generate(load.apply(weights), prompt, Key.of(0));
      return new Generated(
          generated.tokens(), Objects.requireNonNull(generated.logits(), "logits"));
    }
  }
}
