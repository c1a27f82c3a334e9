package io.cambric.models.generate;

import io.cambric.errors.HyperparameterException;

/**
 * The way in which the next token is chosen from its logits. An immutable value.
 *
 * <p>In this order: the penalty for repetition, the division by the temperature, the choice of the
 * most probable tokens, by number and then by probability. The order is that of Transformers.
 *
 * @param temperature divisor of the logits, not negative; 0 for the token of the largest logit
 * @param topK number of tokens to choose from, the most probable ones; 0 for all
 * @param topP probability in {@code (0, 1]} that the tokens to choose from reach together, the most
 *     probable ones and as few as possible; 1 for all
 * @param repetitionPenalty divisor of positive logits of tokens that have been there, and factor of
 *     negative ones; 1 for none
 * @see <a href="https://arxiv.org/abs/1904.09751">Holtzman et al., 2019, for top-p</a>
 * @see <a href="https://arxiv.org/abs/1909.05858">Keskar et al., 2019, for the penalty</a>
 */
public record Sampling(double temperature, int topK, double topP, double repetitionPenalty) {

  /**
   * Checks the ranges.
   *
   * @throws HyperparameterException if a number is out of its range
   */
  public Sampling {
    require(
        temperature >= 0 && temperature < Double.POSITIVE_INFINITY,
        "a temperature from 0 on",
        temperature);
    require(topK >= 0, "a topK from 0 on", topK);
    require(topP > 0 && topP <= 1, "a topP above 0 and at most 1", topP);
    require(
        repetitionPenalty > 0 && repetitionPenalty < Double.POSITIVE_INFINITY,
        "a repetitionPenalty above 0",
        repetitionPenalty);
  }

  private static void require(boolean holds, String needed, Object came) {
    if (!holds) {
      throw new HyperparameterException(
          "Sampling needs %s, but got %s. Choose another.".formatted(needed, came));
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

  /** {@return this from a number of tokens, the most probable ones; 0 for all} */
  public Sampling withTopK(int k) {
    return new Sampling(temperature, k, topP, repetitionPenalty);
  }

  /** {@return this from the most probable tokens that reach a probability together; 1 for all} */
  public Sampling withTopP(double p) {
    return new Sampling(temperature, topK, p, repetitionPenalty);
  }

  /** {@return this with a penalty for tokens that have been there; 1 for none} */
  public Sampling withRepetitionPenalty(double penalty) {
    return new Sampling(temperature, topK, topP, penalty);
  }

  boolean isGreedy() {
    return temperature == 0;
  }
}
