package io.cambric.models.generate;

import io.cambric.errors.DataException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules for logits that settings ask for, in the order of {@code _get_logits_processor} of
 * Transformers.
 */
public final class Processors {

  private Processors() {}

  /**
   * {@return the rules}
   *
   * @param source the tokens that a text is generated for
   * @param prompt number of tokens of the longest prompt
   * @param limit greatest number of new tokens
   * @param vocabulary number of different tokens
   * @throws DataException if a rule names a token outside of the vocabulary
   */
  public static List<LogitsProcessor> of(
      GenerationSettings settings, SourceTokens source, int prompt, int limit, int vocabulary) {
    var rules = settings.rules();
    requireTokens("badWordsIds", rules.badWordsIds().stream().flatMap(List::stream), vocabulary);
    requireTokens(
        "sequenceBias", rules.sequenceBias().keySet().stream().flatMap(List::stream), vocabulary);
    requireTokens("forcedBosTokenId", Stream.ofNullable(rules.forcedBosTokenId()), vocabulary);
    requireTokens("forcedEosTokenId", rules.forcedEosTokenId().stream(), vocabulary);
    var all = new ArrayList<LogitsProcessor>();
    addRepetition(all, settings, source);
    addLengths(all, settings, limit);
    addTokens(all, rules, prompt);
    if (!settings.sampling().isGreedy()) {
      addSampling(all, settings);
    }
    if (rules.renormalizeLogits()) {
      all.add(new Normalized());
    }
    return all;
  }

  private static void requireTokens(String name, Stream<Integer> tokens, int vocabulary) {
    tokens
        .filter(token -> token < 0 || token >= vocabulary)
        .findFirst()
        .ifPresent(token -> {
          throw new DataException(
              "Token rules need tokens from 0 to %d in %s, but have %d. Use tokens of the model's tokenizer."
                  .formatted(vocabulary - 1, name, token));
        });
  }

  private static void addRepetition(
      List<LogitsProcessor> all, GenerationSettings settings, SourceTokens source) {
    var rules = settings.rules();
    if (!rules.sequenceBias().isEmpty()) {
      all.add(SequenceBias.of(rules.sequenceBias()));
    }
    if (rules.encoderRepetitionPenalty() != 1) {
      all.add(EncoderRepetitionPenalty.of(rules.encoderRepetitionPenalty(), source));
    }
    if (settings.sampling().repetitionPenalty() != 1) {
      all.add(RepetitionPenalty.of(settings.sampling().repetitionPenalty()));
    }
    if (rules.noRepeatNgramSize() > 0) {
      all.add(new NoRepeatNgram(rules.noRepeatNgramSize()));
    }
    if (rules.encoderNoRepeatNgramSize() > 0) {
      all.add(new EncoderNoRepeatNgram(rules.encoderNoRepeatNgramSize(), source));
    }
    var bad =
        rules.badWordsIds().stream()
            // A text has to end, so its end alone is no bad word.
            .filter(word -> word.size() > 1 || !settings.stopTokens().contains(word.getFirst()))
            .toList();
    if (!bad.isEmpty()) {
      all.add(SequenceBias.without(bad));
    }
  }

  private static void addLengths(
      List<LogitsProcessor> all, GenerationSettings settings, int limit) {
    var stops = settings.stopTokens();
    var length = settings.length();
    if (!stops.isEmpty() && length.minLength() > 0) {
      all.add(MinLength.of(length.minLength(), stops));
    }
    if (!stops.isEmpty() && length.minNewTokens() > 0) {
      all.add(MinNewTokens.of(length.minNewTokens(), stops));
    }
    var rules = settings.rules();
    if (rules.forcedBosTokenId() != null) {
      all.add(ForcedBos.of(rules.forcedBosTokenId()));
    }
    if (!rules.forcedEosTokenId().isEmpty()) {
      all.add(ForcedEos.of(rules.forcedEosTokenId(), limit));
    }
    if (rules.removeInvalidValues()) {
      all.add(new FiniteLogits());
    }
    var decay = rules.exponentialDecayLengthPenalty();
    if (!stops.isEmpty() && decay != null) {
      all.add(LengthPenalty.of(decay.start(), decay.factor(), stops));
    }
  }

  private static void addTokens(List<LogitsProcessor> all, TokenRules rules, int prompt) {
    if (!rules.suppressTokens().isEmpty()) {
      all.add(SuppressTokens.of(rules.suppressTokens()));
    }
    if (!rules.beginSuppressTokens().isEmpty()) {
      // A forced token comes first; the token after it is the first that is chosen.
      boolean forced = prompt == 1 && rules.forcedBosTokenId() != null;
      all.add(SuppressAtBegin.of(rules.beginSuppressTokens(), forced ? 1 : 0));
    }
  }

  private static void addSampling(List<LogitsProcessor> all, GenerationSettings settings) {
    var sampling = settings.sampling();
    // A beam search needs a token besides those that end a text.
    int least = settings.beams().isSearch() ? Math.max(2, settings.stopTokens().size() + 1) : 1;
    if (sampling.temperature() != 1) {
      all.add(Temperature.of(sampling.temperature()));
    }
    if (sampling.topH() > 0) {
      all.add(TopH.of(sampling.topH()));
    }
    if (sampling.topK() > 0) {
      all.add(new TopK(Math.max(sampling.topK(), least)));
    }
    if (sampling.topP() < 1) {
      all.add(TopP.of(sampling.topP(), least));
    }
    if (sampling.minP() > 0) {
      all.add(MinP.of(sampling.minP(), least));
    }
    if (sampling.typicalP() < 1) {
      all.add(Typical.of(sampling.typicalP(), least));
    }
    if (sampling.epsilonCutoff() > 0) {
      all.add(EpsilonCutoff.of(sampling.epsilonCutoff(), least));
    }
    if (sampling.etaCutoff() > 0) {
      all.add(EtaCutoff.of(sampling.etaCutoff(), least));
    }
  }
}
