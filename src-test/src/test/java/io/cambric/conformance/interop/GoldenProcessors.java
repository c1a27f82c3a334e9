package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.NdArray;
import io.cambric.models.generate.Beams;
import io.cambric.models.generate.ExponentialDecay;
import io.cambric.models.generate.GenerationSettings;
import io.cambric.models.generate.Sampling;
import io.cambric.models.generate.TextLength;
import io.cambric.models.generate.TokenRules;
import io.cambric.models.generate.logits.EncoderNoRepeatNgram;
import io.cambric.models.generate.logits.EncoderRepetitionPenalty;
import io.cambric.models.generate.logits.EpsilonCutoff;
import io.cambric.models.generate.logits.EtaCutoff;
import io.cambric.models.generate.logits.FiniteLogits;
import io.cambric.models.generate.logits.ForcedBos;
import io.cambric.models.generate.logits.ForcedEos;
import io.cambric.models.generate.logits.LengthPenalty;
import io.cambric.models.generate.logits.LogitsProcessor;
import io.cambric.models.generate.logits.MinLength;
import io.cambric.models.generate.logits.MinNewTokens;
import io.cambric.models.generate.logits.MinP;
import io.cambric.models.generate.logits.NoRepeatNgram;
import io.cambric.models.generate.logits.Normalized;
import io.cambric.models.generate.logits.RepetitionPenalty;
import io.cambric.models.generate.logits.SequenceBias;
import io.cambric.models.generate.logits.SourceTokens;
import io.cambric.models.generate.logits.SuppressAtBegin;
import io.cambric.models.generate.logits.SuppressTokens;
import io.cambric.models.generate.logits.Temperature;
import io.cambric.models.generate.logits.TopH;
import io.cambric.models.generate.logits.TopK;
import io.cambric.models.generate.logits.TopP;
import io.cambric.models.generate.logits.Typical;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Rules for logits by their classes in Transformers. */
final class GoldenProcessors {

  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("EncoderNoRepeatNGramLogitsProcessor", EncoderNoRepeatNgram.class),
          Map.entry("EncoderRepetitionPenaltyLogitsProcessor", EncoderRepetitionPenalty.class),
          Map.entry("EpsilonLogitsWarper", EpsilonCutoff.class),
          Map.entry("EtaLogitsWarper", EtaCutoff.class),
          Map.entry("ExponentialDecayLengthPenalty", LengthPenalty.class),
          Map.entry("ForcedBOSTokenLogitsProcessor", ForcedBos.class),
          Map.entry("ForcedEOSTokenLogitsProcessor", ForcedEos.class),
          Map.entry("InfNanRemoveLogitsProcessor", FiniteLogits.class),
          Map.entry("LogitNormalization", Normalized.class),
          Map.entry("MinLengthLogitsProcessor", MinLength.class),
          Map.entry("MinNewTokensLengthLogitsProcessor", MinNewTokens.class),
          Map.entry("MinPLogitsWarper", MinP.class),
          Map.entry("NoBadWordsLogitsProcessor", SequenceBias.class),
          Map.entry("NoRepeatNGramLogitsProcessor", NoRepeatNgram.class),
          Map.entry("RepetitionPenaltyLogitsProcessor", RepetitionPenalty.class),
          Map.entry("SequenceBiasLogitsProcessor", SequenceBias.class),
          Map.entry("SuppressTokensAtBeginLogitsProcessor", SuppressAtBegin.class),
          Map.entry("SuppressTokensLogitsProcessor", SuppressTokens.class),
          Map.entry("TemperatureLogitsWarper", Temperature.class),
          Map.entry("TopHLogitsWarper", TopH.class),
          Map.entry("TopKLogitsWarper", TopK.class),
          Map.entry("TopPLogitsWarper", TopP.class),
          Map.entry("TypicalLogitsWarper", Typical.class));

  private GoldenProcessors() {}

  /** {@return the class of a rule here} */
  static Class<?> type(String name) {
    var type = TYPES.get(name);
    if (type == null) {
      throw new UnsupportedFeature("rule:" + name);
    }
    return type;
  }

  /** {@return the number of columns that a rule takes for the prompt} */
  static int prompt(JsonNode arguments, int columns) {
    return arguments
        .path("prompt_length_to_skip")
        .asInt(arguments.path("input_ids_seq_length").asInt(columns));
  }

  /**
   * {@return the rule of a case}
   *
   * @param tokens so far, {@code [rows, columns]}
   */
  static LogitsProcessor of(String name, JsonNode arguments, NdArray tokens) {
    int columns = tokens.dim(1);
    int least = arguments.path("min_tokens_to_keep").asInt(1);
    return switch (name) {
      case "RepetitionPenaltyLogitsProcessor" ->
          RepetitionPenalty.of(
              number(arguments, "penalty"), arguments.path("prompt_ignore_length").asInt(0));
      case "EncoderRepetitionPenaltyLogitsProcessor" ->
          EncoderRepetitionPenalty.of(number(arguments, "penalty"), source(arguments));
      case "NoRepeatNGramLogitsProcessor" -> new NoRepeatNgram(whole(arguments, "ngram_size"));
      case "EncoderNoRepeatNGramLogitsProcessor" ->
          new EncoderNoRepeatNgram(whole(arguments, "encoder_ngram_size"), source(arguments));
      case "MinNewTokensLengthLogitsProcessor" ->
          MinNewTokens.of(whole(arguments, "min_new_tokens"), tokens(arguments, "eos_token_id"));
      case "MinLengthLogitsProcessor" ->
          MinLength.of(whole(arguments, "min_length"), tokens(arguments, "eos_token_id"));
      case "TemperatureLogitsWarper" -> Temperature.of(number(arguments, "temperature"));
      case "TopKLogitsWarper" -> new TopK(Math.max(least, whole(arguments, "top_k")));
      case "TopPLogitsWarper" -> TopP.of(number(arguments, "top_p"), least);
      case "TopHLogitsWarper" -> TopH.of(number(arguments, "top_h"));
      case "MinPLogitsWarper" -> MinP.of(number(arguments, "min_p"), least);
      case "TypicalLogitsWarper" -> Typical.of(number(arguments, "mass"), least);
      case "EpsilonLogitsWarper" -> EpsilonCutoff.of(number(arguments, "epsilon"), least);
      case "EtaLogitsWarper" -> EtaCutoff.of(number(arguments, "epsilon"), least);
      case "SuppressTokensLogitsProcessor" ->
          SuppressTokens.of(tokens(arguments, "suppress_tokens"));
      case "SuppressTokensAtBeginLogitsProcessor" ->
          SuppressAtBegin.of(
              tokens(arguments, "begin_suppress_tokens"),
              whole(arguments, "begin_index") - columns);
      case "NoBadWordsLogitsProcessor" -> SequenceBias.without(badWords(arguments));
      case "SequenceBiasLogitsProcessor" -> SequenceBias.of(biases(arguments.get("sequence_bias")));
      case "ForcedBOSTokenLogitsProcessor" -> ForcedBos.of(whole(arguments, "bos_token_id"));
      case "ForcedEOSTokenLogitsProcessor" ->
          ForcedEos.of(tokens(arguments, "eos_token_id"), whole(arguments, "max_length") - columns);
      case "ExponentialDecayLengthPenalty" -> {
        var decay = arguments.get("exponential_decay_length_penalty");
        yield LengthPenalty.of(
            decay.get(0).intValue(), decay.get(1).doubleValue(), tokens(arguments, "eos_token_id"));
      }
      case "LogitNormalization" -> new Normalized();
      case "InfNanRemoveLogitsProcessor" -> new FiniteLogits();
      default -> throw new UnsupportedFeature("rule:" + name);
    };
  }

  /** {@return the settings of a chain} */
  static GenerationSettings settings(JsonNode config) {
    var sampling =
        config.path("do_sample").asBoolean()
            ? new Sampling(
                config.path("temperature").asDouble(1),
                config.path("top_k").asInt(50),
                config.path("top_p").asDouble(1),
                1,
                config.path("min_p").asDouble(0),
                config.path("typical_p").asDouble(1),
                config.path("top_h").asDouble(0),
                config.path("epsilon_cutoff").asDouble(0),
                config.path("eta_cutoff").asDouble(0))
            : Sampling.greedy();
    var decay = config.get("exponential_decay_length_penalty");
    var rules =
        TokenRules.none()
            .withNoRepeatNgramSize(config.path("no_repeat_ngram_size").asInt(0))
            .withSuppressTokens(tokens(config, "suppress_tokens"))
            .withBeginSuppressTokens(tokens(config, "begin_suppress_tokens"))
            .withBadWordsIds(sequences(config.path("bad_words_ids")))
            .withSequenceBias(biases(config.path("sequence_bias")))
            .withForcedEosTokenId(tokens(config, "forced_eos_token_id"))
            .withRenormalizeLogits(config.path("renormalize_logits").asBoolean(false))
            .withExponentialDecayLengthPenalty(
                decay == null
                    ? null
                    : new ExponentialDecay(decay.get(0).intValue(), decay.get(1).doubleValue()));
    return GenerationSettings.standard()
        .withSampling(sampling.withRepetitionPenalty(config.path("repetition_penalty").asDouble(1)))
        .withRules(rules)
        // The end token of the models of the folder.
        .withStopTokens(List.of(2))
        .withBeams(Beams.of(config.path("num_beams").asInt(1)))
        .withLength(
            new TextLength(
                config.path("max_length").asInt(20),
                config.has("max_length"),
                0,
                config.path("min_new_tokens").asInt(0)));
  }

  private static SourceTokens source(JsonNode arguments) {
    return SourceTokens.of(ModelsRunner.ints(arguments.get("encoder_input_ids")));
  }

  private static List<List<Integer>> badWords(JsonNode arguments) {
    var ends = tokens(arguments, "eos_token_id");
    return sequences(arguments.get("bad_words_ids")).stream()
        .filter(word -> word.size() > 1 || !ends.contains(word.getFirst()))
        .toList();
  }

  private static Map<List<Integer>, Double> biases(JsonNode list) {
    var biases = new LinkedHashMap<List<Integer>, Double>();
    for (var pair : list) {
      var bias = pair.get(1);
      double value = bias.isNumber() ? bias.doubleValue() : Double.NEGATIVE_INFINITY;
      biases.put(sequence(pair.get(0)), value);
    }
    return biases;
  }

  private static List<List<Integer>> sequences(JsonNode list) {
    return list.valueStream().map(GoldenProcessors::sequence).toList();
  }

  private static List<Integer> sequence(JsonNode list) {
    return list.valueStream().map(JsonNode::intValue).toList();
  }

  private static List<Integer> tokens(JsonNode arguments, String name) {
    var node = arguments.path(name);
    return node.isNumber() ? List.of(node.intValue()) : sequence(node);
  }

  private static double number(JsonNode arguments, String name) {
    return arguments.get(name).doubleValue();
  }

  private static int whole(JsonNode arguments, String name) {
    return arguments.get(name).intValue();
  }
}
