package io.cambric.models.generate;

import io.cambric.errors.HyperparameterException;

/**
 * The rule that makes the end of a text more probable with each token: {@code
 * exponential_decay_length_penalty} of Transformers.
 *
 * @param start number of new tokens from which on it counts, not negative
 * @param factor by which the logit of the end grows with each later token, above 0
 */
public record ExponentialDecay(int start, double factor) {

  /**
   * Checks the numbers.
   *
   * @throws HyperparameterException if a number is out of its range
   */
  public ExponentialDecay {
    if (start < 0 || !(factor > 0) || Double.isInfinite(factor)) {
      throw new HyperparameterException(
          "A length decay needs a start of at least 0 and a factor above 0, but got %d and %s. Pass other values."
              .formatted(start, factor));
    }
  }
}
