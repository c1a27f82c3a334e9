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
    if (tokens.rank() != 2) {
      throw new ShapeException(
          "%s needs tokens [batch, length], but got %s. Add an axis for the batch."
              .formatted(model, tokens.aval()));
    }
    require(model, tokens.dim(1), positions);
    return tokens.dim(1);
  }

  /**
   * Checks a length.
   *
   * @throws ShapeException if it is more than the positions
   */
  public static void require(String model, int length, int positions) {
    if (length > positions) {
      throw new ShapeException(
          "%s needs sequences of at most %d tokens, its number of positions, but got %d. Truncate them."
              .formatted(model, positions, length));
    }
  }
}
