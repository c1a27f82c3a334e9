package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.HyperparameterException;
import java.util.List;

/**
 * All settings of a generation. An immutable value, with a wither for each.
 *
 * {@snippet :
 * var settings =
 *     GenerationSettings.standard()
 *         .withStopTokens(List.of(50256))
 *         .withBeams(Beams.of(4).withLengthPenalty(0.8))
 *         .withRules(TokenRules.none().withNoRepeatNgramSize(3));
 * }
 *
 * @param length bounds of the number of tokens
 * @param stopTokens tokens that end a sequence
 * @param padToken token after the end of a sequence
 * @param keepsLogits whether results have the logits that tokens were chosen by
 * @param numReturnSequences number of texts for each prompt
 * @param sampling choice of a token
 * @param rules for tokens
 * @param beams search for the best text
 */
@PyTree
public record GenerationSettings(
    @Static TextLength length,
    @Static List<Integer> stopTokens,
    @Static int padToken,
    @Static boolean keepsLogits,
    @Static int numReturnSequences,
    @Static Sampling sampling,
    @Static TokenRules rules,
    @Static Beams beams)
    implements GenerationSettingsWith {

  private static final int MAX_TOKENS = 20;

  /** Copies the list. */
  public GenerationSettings {
    stopTokens = List.copyOf(stopTokens);
  }

  /** {@return 20 tokens, greedy and without stop tokens} */
  public static GenerationSettings standard() {
    return new GenerationSettings(
        TextLength.ofNewTokens(MAX_TOKENS),
        List.of(),
        0,
        false,
        1,
        Sampling.greedy(),
        TokenRules.none(),
        Beams.none());
  }

  /**
   * {@return this with stop tokens; the first also pads finished sequences}
   *
   * @param tokens none for sequences of the whole length
   */
  GenerationSettings endingWith(List<Integer> tokens) {
    return withStopTokens(tokens).withPadToken(tokens.isEmpty() ? 0 : tokens.getFirst());
  }

  /**
   * {@return this}
   *
   * @throws HyperparameterException if two settings exclude each other
   */
  GenerationSettings checked() {
    int most = beams.isSearch() ? beams.numBeams() : sampling.isGreedy() ? 1 : Integer.MAX_VALUE;
    if (numReturnSequences < 1 || numReturnSequences > most) {
      throw new HyperparameterException(
          "Generation of %d texts for each prompt needs sampling, or as many beams, but got %s and %s. Set one of them."
              .formatted(numReturnSequences, sampling, beams));
    }
    if (keepsLogits && beams.isSearch()) {
      throw new HyperparameterException(
          "Logits of each token are not available in a beam search, but got %s. Leave out the logits or the search."
              .formatted(beams));
    }
    return this;
  }
}
