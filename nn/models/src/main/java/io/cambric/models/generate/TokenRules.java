package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.HyperparameterException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the tokens of a text, by the names of Transformers. An immutable value.
 *
 * <p>The source of a text is what an encoder read, or else the prompt. Padding never counts.
 *
 * @param noRepeatNgramSize length of token runs that occur only once; 0 for none
 * @param encoderNoRepeatNgramSize length of runs of the source that do not occur in the text; 0 for
 *     none
 * @param encoderRepetitionPenalty divisor of negative logits of tokens that the source has, and
 *     factor of positive ones; 1 for none
 * @param badWordsIds sequences of tokens that never occur
 * @param suppressTokens tokens that never occur
 * @param beginSuppressTokens tokens that are never the first new one
 * @param sequenceBias numbers added to the logit of the last token of a sequence, after its other
 *     tokens
 * @param forcedBosTokenId the token after a prompt of one token; null for any
 * @param forcedEosTokenId tokens, one of which ends a text of the greatest length; empty for any
 * @param exponentialDecayLengthPenalty makes ends more probable; null for none
 * @param removeInvalidValues whether logits that are not finite are replaced
 * @param renormalizeLogits whether logits become logarithms of probabilities after all rules
 */
@PyTree
public record TokenRules(
    @Static int noRepeatNgramSize,
    @Static int encoderNoRepeatNgramSize,
    @Static double encoderRepetitionPenalty,
    @Static List<List<Integer>> badWordsIds,
    @Static List<Integer> suppressTokens,
    @Static List<Integer> beginSuppressTokens,
    @Static Map<List<Integer>, Double> sequenceBias,
    @Static @Nullable Integer forcedBosTokenId,
    @Static List<Integer> forcedEosTokenId,
    @Static @Nullable ExponentialDecay exponentialDecayLengthPenalty,
    @Static boolean removeInvalidValues,
    @Static boolean renormalizeLogits)
    implements TokenRulesWith {

  /**
   * Copies lists and maps, and checks the numbers.
   *
   * @throws HyperparameterException if a size is negative, a penalty is not above 0, or a sequence
   *     is empty
   */
  public TokenRules {
    badWordsIds = badWordsIds.stream().map(List::copyOf).toList();
    suppressTokens = List.copyOf(suppressTokens);
    beginSuppressTokens = List.copyOf(beginSuppressTokens);
    forcedEosTokenId = List.copyOf(forcedEosTokenId);
    // Biases are added in the order of the map.
    var biases = new LinkedHashMap<List<Integer>, Double>();
    sequenceBias.forEach((tokens, bias) -> biases.put(List.copyOf(tokens), bias));
    sequenceBias = Collections.unmodifiableMap(biases);
    require(noRepeatNgramSize >= 0, "a noRepeatNgramSize of at least 0", noRepeatNgramSize);
    require(
        encoderNoRepeatNgramSize >= 0,
        "an encoderNoRepeatNgramSize of at least 0",
        encoderNoRepeatNgramSize);
    require(
        encoderRepetitionPenalty > 0 && encoderRepetitionPenalty < Double.POSITIVE_INFINITY,
        "an encoderRepetitionPenalty above 0",
        encoderRepetitionPenalty);
    require(
        badWordsIds.stream().noneMatch(List::isEmpty),
        "sequences of at least one token in badWordsIds",
        badWordsIds);
    require(
        sequenceBias.keySet().stream().noneMatch(List::isEmpty),
        "sequences of at least one token in sequenceBias",
        sequenceBias);
  }

  private static void require(boolean holds, String needed, Object came) {
    if (!holds) {
      throw new HyperparameterException(
          "Token rules need %s, but got %s. Pass another value.".formatted(needed, came));
    }
  }

  /** {@return no rules} */
  public static TokenRules none() {
    return new TokenRules(
        0, 0, 1, List.of(), List.of(), List.of(), Map.of(), null, List.of(), null, false, false);
  }
}
