package io.cambric.models.generate;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.PretrainedFolder;
import io.cambric.models.pretrained.ConfigFields;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The generation settings of a folder, from {@code generation_config.json} or, in older folders,
 * from {@code config.json}. Absent fields have the defaults of Transformers.
 *
 * @param json the file
 * @param old whether it is {@code config.json}
 * @see <a
 *     href="https://huggingface.co/docs/transformers/main_classes/text_generation">GenerationConfig</a>
 */
record GenerationFile(JsonValue json, boolean old) {

  private static final String NAME = "generation_config.json";

  /** Number of candidates if a file asks for sampling without a number of its own. */
  private static final int TOP_K = 50;

  /**
   * {@return the settings of a folder}
   *
   * @throws DataException naming all settings that are not supported
   */
  static GenerationFile of(PretrainedFolder files) {
    var file = files.file(NAME);
    if (Files.exists(file)) {
      var json = JsonValue.read(file);
      UnsupportedSettings.refuse(file, json, true);
      return new GenerationFile(json, false);
    }
    UnsupportedSettings.refuse(files.file("config.json"), files.config(), false);
    return new GenerationFile(files.config(), true);
  }

  /** {@return a token such as the one that begins a text; empty if there is none} */
  OptionalInt token(String name) {
    return json.find(name).map(id -> OptionalInt.of(id.integer())).orElse(OptionalInt.empty());
  }

  /**
   * {@return the settings}
   *
   * @param endTokens tokens that end a text where the file has none
   * @throws DataException naming a setting that is out of its range
   */
  GenerationSettings settings(List<Integer> endTokens) {
    var fields = ConfigFields.of(json);
    var stops = fields.endTokens().isEmpty() ? endTokens : fields.endTokens();
    var settings =
        GenerationSettings.standard()
            .endingWith(stops)
            .withLength(length(fields))
            .withSampling(sampling(fields))
            .withRules(rules(fields))
            .withBeams(beams(fields))
            .withNumReturnSequences(fields.positive("num_return_sequences", 1));
    var padding = token("pad_token_id");
    return requireTexts(padding.isPresent() ? settings.withPadToken(padding.getAsInt()) : settings);
  }

  private GenerationSettings requireTexts(GenerationSettings settings) {
    int texts = settings.numReturnSequences();
    var beams = settings.beams();
    boolean many = beams.isSearch() ? texts > beams.numBeams() : settings.sampling().isGreedy();
    if (texts > 1 && many) {
      throw json.get("num_return_sequences")
          .failure(
              "at most the number of beams, or sampling",
              "Raise num_beams, set do_sample, or request one text.");
    }
    return settings;
  }

  private TextLength length(ConfigFields fields) {
    var length = TextLength.ofNewTokens(GenerationSettings.standard().length().most());
    var most = fields.findPositive("max_length");
    var mostNew = fields.findPositive("max_new_tokens");
    if (mostNew.isPresent()) {
      length = length.withMost(mostNew.getAsInt());
    } else if (most.isPresent()) {
      length = length.withMost(most.getAsInt()).withCountsPrompt(true);
    }
    var leastNew = json.find("min_new_tokens");
    return leastNew.isPresent()
        ? length.withMinNewTokens(natural(leastNew.get()))
        : length.withMinLength(natural("min_length"));
  }

  private Sampling sampling(ConfigFields fields) {
    var penalty = fields.aboveZero("repetition_penalty", 1);
    if (!fields.flag("do_sample", false)) {
      return Sampling.greedy().withRepetitionPenalty(penalty);
    }
    return Sampling.of(fields.aboveZero("temperature", 1))
        .withRepetitionPenalty(penalty)
        .withTopK(json.find("top_k").map(GenerationFile::natural).orElse(TOP_K))
        .withTopP(Math.min(1, fields.aboveZero("top_p", 1)))
        .withMinP(fields.fraction("min_p", 0))
        .withTopH(fields.fraction("top_h", 0))
        .withTypicalP(Math.min(1, fields.aboveZero("typical_p", 1)))
        .withEpsilonCutoff(cutoff("epsilon_cutoff"))
        .withEtaCutoff(cutoff("eta_cutoff"));
  }

  /** As in Transformers, a cutoff outside of (0, 1) has no effect. */
  private double cutoff(String name) {
    double value = json.find(name).map(JsonValue::number).orElse(0.0);
    return value > 0 && value < 1 ? value : 0;
  }

  private TokenRules rules(ConfigFields fields) {
    return TokenRules.none()
        .withNoRepeatNgramSize(natural("no_repeat_ngram_size"))
        .withEncoderNoRepeatNgramSize(natural("encoder_no_repeat_ngram_size"))
        .withEncoderRepetitionPenalty(fields.aboveZero("encoder_repetition_penalty", 1))
        .withBadWordsIds(
            json.find("bad_words_ids")
                .map(words -> words.elements().stream().map(GenerationFile::sequence).toList())
                .orElse(List.of()))
        .withSuppressTokens(tokens("suppress_tokens"))
        .withBeginSuppressTokens(tokens("begin_suppress_tokens"))
        .withSequenceBias(json.find("sequence_bias").map(GenerationFile::biases).orElse(Map.of()))
        .withForcedBosTokenId(forcedBegin(fields).map(JsonValue::integer).orElse(null))
        .withForcedEosTokenId(tokens("forced_eos_token_id"))
        .withExponentialDecayLengthPenalty(
            json.find("exponential_decay_length_penalty").map(GenerationFile::decay).orElse(null))
        .withRemoveInvalidValues(fields.flag("remove_invalid_values", false))
        .withRenormalizeLogits(fields.flag("renormalize_logits", false));
  }

  private Optional<JsonValue> forcedBegin(ConfigFields fields) {
    // The older name of the same setting of BART.
    boolean asBegin = old && fields.flag("force_bos_token_to_be_generated", false);
    return json.find(asBegin ? "bos_token_id" : "forced_bos_token_id");
  }

  private Beams beams(ConfigFields fields) {
    return Beams.of(fields.positive("num_beams", 1))
        .withLengthPenalty(json.find("length_penalty").map(JsonValue::number).orElse(1.0))
        .withEarlyStopping(
            json.find("early_stopping")
                .map(GenerationFile::earlyStopping)
                .orElse(EarlyStopping.LIKELY));
  }

  private static EarlyStopping earlyStopping(JsonValue value) {
    if (!value.isText()) {
      return value.flag() ? EarlyStopping.FULL : EarlyStopping.LIKELY;
    }
    if (!value.text().equals("never")) {
      throw value.failure("true, false or \"never\"", "Write one of them.");
    }
    return EarlyStopping.CERTAIN;
  }

  private static ExponentialDecay decay(JsonValue pair) {
    var parts = pair.elements();
    if (parts.size() != 2) {
      throw pair.failure("a start and a factor", "Write two numbers in brackets.");
    }
    return new ExponentialDecay(natural(parts.get(0)), parts.get(1).number());
  }

  private static Map<List<Integer>, Double> biases(JsonValue list) {
    var biases = new LinkedHashMap<List<Integer>, Double>();
    for (var pair : list.elements()) {
      var parts = pair.elements();
      if (parts.size() != 2) {
        throw pair.failure("tokens and a bias", "Write a list and a number in brackets.");
      }
      biases.put(sequence(parts.get(0)), parts.get(1).number());
    }
    return biases;
  }

  private static List<Integer> sequence(JsonValue list) {
    if (list.elements().isEmpty()) {
      throw list.failure("at least one token", "Write the tokens of a word in brackets.");
    }
    return list.elements().stream().map(GenerationFile::natural).toList();
  }

  /** {@return a token, several, or none} */
  private List<Integer> tokens(String name) {
    return json.find(name)
        .map(value ->
            value.isArray()
                ? value.elements().stream().map(JsonValue::integer).toList()
                : List.of(value.integer()))
        .orElse(List.of());
  }

  private int natural(String name) {
    return json.find(name).map(GenerationFile::natural).orElse(0);
  }

  private static int natural(JsonValue value) {
    int number = value.integer();
    if (number < 0) {
      throw value.failure("a number of at least 0", "Take the value of the original model.");
    }
    return number;
  }
}
