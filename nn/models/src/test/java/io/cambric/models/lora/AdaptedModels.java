package io.cambric.models.lora;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.json.JsonValue;
import io.cambric.models.bart.Bart;
import io.cambric.models.bart.BartConfig;
import io.cambric.models.bart.BartWeights;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertClassifier;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.distilbert.DistilBertClassifier;
import io.cambric.models.distilbert.DistilBertConfig;
import io.cambric.models.distilbert.DistilBertWeights;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.models.pretrained.PatternWeights;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.models.t5.T5;
import io.cambric.models.t5.T5Config;
import io.cambric.models.t5.T5Weights;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The models of {@code record.py}. */
final class AdaptedModels {

  static final Array TOKENS = NdArray.ofInts(Shape.of(1, 4), new int[] {4, 5, 6, 7});

  private static final Array WRITTEN = NdArray.ofInts(Shape.of(1, 3), new int[] {2, 8, 9});

  private static final Array MASK = Numpy.onesLike(TOKENS);

  private static final String BERT =
      """
      {"vocab_size": 20, "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
       "intermediate_size": 12, "max_position_embeddings": 12, "type_vocab_size": 2,
       "pad_token_id": 0, "num_labels": 3}
      """;

  private static final String DISTIL_BERT =
      """
      {"vocab_size": 20, "dim": 8, "n_layers": 2, "n_heads": 2, "hidden_dim": 12,
       "max_position_embeddings": 12, "pad_token_id": 0, "num_labels": 3}
      """;

  private static final String GPT2 =
      """
      {"model_type": "gpt2", "vocab_size": 20, "n_positions": 12, "n_embd": 8, "n_layer": 2,
       "n_head": 2, "eos_token_id": 2}
      """;

  private static final String LLAMA =
      """
      {"model_type": "llama", "vocab_size": 20, "hidden_size": 8, "intermediate_size": 12,
       "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 2,
       "max_position_embeddings": 12, "eos_token_id": 2}
      """;

  private static final String T5_CONFIG =
      """
      {"vocab_size": 20, "d_model": 8, "d_kv": 4, "d_ff": 12, "num_layers": 2, "num_heads": 2,
       "decoder_start_token_id": 0, "pad_token_id": 0}
      """;

  private static final String BART =
      """
      {"vocab_size": 20, "d_model": 8, "encoder_layers": 2, "decoder_layers": 2,
       "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 12,
       "decoder_ffn_dim": 12, "max_position_embeddings": 12, "pad_token_id": 1,
       "decoder_start_token_id": 2}
      """;

  /**
   * A model with its weights.
   *
   * @param names by path
   * @param output of the tokens
   */
  record Adapted(
      Variables variables, Map<String, String> names, Function<Variables, Array> output) {

    Adapted inHalf() {
      Variables halves = Trees.map(variables, (Array each) -> each.astype(DType.BF16));
      return new Adapted(halves, names, output);
    }
  }

  private AdaptedModels() {}

  private static JsonValue json(String config) {
    return JsonValue.parse("config.json", config);
  }

  static Adapted bert() {
    var config = BertConfig.of(json(BERT));
    var model = Bert.of(config);
    var drawn = RandomWeights.of(model, m -> m.pooled(m.call(TOKENS, MASK)));
    var variables = BertWeights.load(PatternWeights.of(BertWeights.names(drawn)), config);
    return new Adapted(
        variables, BertWeights.namesByPath(variables), v -> model.apply(v, TOKENS, MASK));
  }

  static Adapted bertClassifier() {
    var config = BertConfig.of(json(BERT));
    var model = BertClassifier.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS, MASK));
    var weights = PatternWeights.of(BertWeights.classifierNames(drawn));
    var variables = BertWeights.loadClassifier(weights, config);
    return new Adapted(
        variables, BertWeights.namesByPath(variables), v -> model.apply(v, TOKENS, MASK));
  }

  static Adapted distilBert() {
    var config = DistilBertConfig.of(json(DISTIL_BERT));
    var model = DistilBertClassifier.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS, MASK));
    var weights = PatternWeights.of(DistilBertWeights.classifierNames(drawn));
    var variables = DistilBertWeights.loadClassifier(weights, config);
    return new Adapted(
        variables, DistilBertWeights.namesByPath(variables), v -> model.apply(v, TOKENS, MASK));
  }

  static Gpt2Config gpt2Config() {
    return Gpt2Config.of(json(GPT2));
  }

  static Adapted gpt2() {
    var config = gpt2Config();
    var model = Gpt2.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS));
    var variables = Gpt2Weights.load(PatternWeights.of(Gpt2Weights.export(drawn, config)), config);
    return new Adapted(variables, Gpt2Weights.namesByPath(variables), v -> model.apply(v, TOKENS));
  }

  static LlamaConfig llamaConfig() {
    return LlamaConfig.of(json(LLAMA));
  }

  static Adapted llama() {
    var config = llamaConfig();
    var model = Llama.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS));
    var weights = PatternWeights.of(LlamaWeights.export(drawn, config));
    var variables = LlamaWeights.load(weights, config);
    return new Adapted(variables, LlamaWeights.namesByPath(variables), v -> model.apply(v, TOKENS));
  }

  static Adapted t5() {
    var config = T5Config.of(json(T5_CONFIG));
    var model = T5.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS, MASK, WRITTEN, false));
    var variables = T5Weights.load(PatternWeights.of(T5Weights.names(drawn, config)), config);
    return new Adapted(
        variables,
        T5Weights.namesByPath(variables),
        v -> model.apply(v, m -> m.call(TOKENS, MASK, WRITTEN, false)));
  }

  static Adapted bart() {
    var config = BartConfig.of(json(BART));
    var model = Bart.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(TOKENS, MASK, WRITTEN, false));
    var weights = new LinkedHashMap<>(PatternWeights.of(BartWeights.names(drawn)));
    weights.computeIfPresent("final_logits_bias", (_, bias) -> zeros(bias));
    var variables = BartWeights.load(weights, config);
    return new Adapted(
        variables,
        BartWeights.namesByPath(variables),
        v -> model.apply(v, m -> m.call(TOKENS, MASK, WRITTEN, false)));
  }

  private static NdArray zeros(NdArray array) {
    return Numpy.zerosLike(array).concrete("test");
  }
}
