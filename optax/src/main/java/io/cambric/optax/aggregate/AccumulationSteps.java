package io.cambric.optax.aggregate;

import io.cambric.errors.HyperparameterException;

/** The check of the number of microbatches. */
final class AccumulationSteps {

  private AccumulationSteps() {}

  static void require(String where, int steps) {
    if (steps < 1) {
      throw new HyperparameterException(
          "%s needs accumulation steps of at least 1, but got %d. They are the microbatches of one update."
              .formatted(where, steps));
    }
  }
}
