package io.cambric.models.encoder;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;

/** Checks of the lengths of sequences. */
public final class Lengths {

  private Lengths() {}

  /**
   * {@return the length of sequences of tokens}
   *
   * @param positions number of positions that the model knows
   * @throws ShapeException if the tokens are no batch of sequences, or too long
   */
  public static int require(String model, Array tokens, int positions) {
    if (tokens.rank() != 2 || tokens.dim(1) > positions) {
      throw new ShapeException(
          "%s needs tokens [batch, length] of at most %d positions, but got %s. Truncate the sequences."
              .formatted(model, positions, tokens.aval()));
    }
    return tokens.dim(1);
  }
}
