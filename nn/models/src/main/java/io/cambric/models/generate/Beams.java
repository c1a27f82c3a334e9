package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.HyperparameterException;

/**
 * A beam search: several texts are continued at once, and the best of all continuations stay. The
 * score of a text is the sum of its log-probabilities, divided by the number of new tokens to the
 * power of a penalty. An immutable value.
 *
 * @param numBeams number of texts that are continued, at least 1; 1 for no search
 * @param lengthPenalty exponent of the length; above 0 longer texts come first
 * @param earlyStopping when the search ends
 */
@PyTree
public record Beams(
    @Static int numBeams, @Static double lengthPenalty, @Static EarlyStopping earlyStopping)
    implements BeamsWith {

  /**
   * Checks the numbers.
   *
   * @throws HyperparameterException if the number of beams is below 1, or the penalty is not finite
   */
  public Beams {
    if (numBeams < 1 || !Double.isFinite(lengthPenalty)) {
      throw new HyperparameterException(
          "A beam search needs at least 1 beam and a finite lengthPenalty, but got %d and %s. Pass other values."
              .formatted(numBeams, lengthPenalty));
    }
  }

  /** {@return a search with a penalty of 1 that ends when no better text is likely} */
  public static Beams of(int numBeams) {
    return new Beams(numBeams, 1, EarlyStopping.LIKELY);
  }

  /** {@return no search: one text is continued} */
  public static Beams none() {
    return of(1);
  }

  boolean isSearch() {
    return numBeams > 1;
  }
}
