package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.HyperparameterException;

/**
 * How the next token is chosen from its logits. An immutable value.
 *
 * <p>In the order of Transformers: the penalty for repetition, the division by the temperature,
 * then the choice of the tokens that stay, by {@code topH}, {@code topK}, {@code topP}, {@code
 * minP}, {@code typicalP}, {@code epsilonCutoff} and {@code etaCutoff}. A greedy choice has the
 * penalty only.
 *
 * @param temperature divisor of the logits, not negative; 0 for the token of the largest logit
 * @param topK number of tokens to choose from, the most probable ones; 0 for all
 * @param topP probability in {@code (0, 1]} that the candidates reach together, the most probable
 *     tokens and as few as possible; 1 for all
 * @param repetitionPenalty divisor of positive logits of tokens that occurred before, and factor of
 *     negative ones; 1 for none
 * @param minP least probability of a token as a fraction of the largest, in {@code [0, 1]}; 0 for
 *     all
 * @param typicalP probability in {@code (0, 1]} that the candidates reach together, in order of how
 *     near their information is to the entropy; 1 for all
 * @param topH fraction in {@code [0, 1]} of the entropy that the candidates keep; 0 for all
 * @param epsilonCutoff least probability of a token, in {@code [0, 1)}; 0 for all
 * @param etaCutoff as {@code epsilonCutoff}, and lower where the distribution is flat
 * @see <a href="https://arxiv.org/abs/1904.09751">Holtzman et al., 2019, for top-p</a>
 * @see <a href="https://arxiv.org/abs/1909.05858">Keskar et al., 2019, for the penalty</a>
 * @see <a href="https://arxiv.org/abs/2407.01082">Nguyen et al., 2024, for min-p</a>
 * @see <a href="https://arxiv.org/abs/2202.00666">Meister et al., 2022, for typical-p</a>
 * @see <a href="https://arxiv.org/abs/2210.15191">Hewitt et al., 2022, for the cutoffs</a>
 */
@PyTree
public record Sampling(
    @Static double temperature,
    @Static int topK,
    @Static double topP,
    @Static double repetitionPenalty,
    @Static double minP,
    @Static double typicalP,
    @Static double topH,
    @Static double epsilonCutoff,
    @Static double etaCutoff)
    implements SamplingWith {

  /**
   * Checks the ranges.
   *
   * @throws HyperparameterException if a number is out of its range
   */
  public Sampling {
    require(
        temperature >= 0 && temperature < Double.POSITIVE_INFINITY,
        "a temperature of at least 0",
        temperature);
    require(topK >= 0, "a topK of at least 0", topK);
    require(topP > 0 && topP <= 1, "a topP above 0 and at most 1", topP);
    require(
        repetitionPenalty > 0 && repetitionPenalty < Double.POSITIVE_INFINITY,
        "a repetitionPenalty above 0",
        repetitionPenalty);
    require(minP >= 0 && minP <= 1, "a minP from 0 to 1", minP);
    require(typicalP > 0 && typicalP <= 1, "a typicalP above 0 and at most 1", typicalP);
    require(topH >= 0 && topH <= 1, "a topH from 0 to 1", topH);
    require(epsilonCutoff >= 0 && epsilonCutoff < 1, "an epsilonCutoff from 0 to 1", epsilonCutoff);
    require(etaCutoff >= 0 && etaCutoff < 1, "an etaCutoff from 0 to 1", etaCutoff);
  }

  /** Makes a choice with the rules that most models ask for. */
  public Sampling(double temperature, int topK, double topP, double repetitionPenalty) {
    this(temperature, topK, topP, repetitionPenalty, 0, 1, 0, 0, 0);
  }

  private static void require(boolean holds, String needed, Object came) {
    if (!holds) {
      throw new HyperparameterException(
          "Sampling needs %s, but got %s. Pass another value.".formatted(needed, came));
    }
  }

  /** {@return the choice of the token of the largest logit, always} */
  public static Sampling greedy() {
    return of(0);
  }

  /** {@return a choice from all tokens} */
  public static Sampling of(double temperature) {
    return new Sampling(temperature, 0, 1, 1);
  }

  /** {@return whether the largest logit decides} */
  boolean isGreedy() {
    return temperature == 0;
  }
}
