package io.cambric.optax.aggregate;

import io.cambric.optax.hyperparameter.Hyperparameters;

/** The check of the number of microbatches. */
final class AccumulationSteps {

  private AccumulationSteps() {}

  static void require(String where, int steps) {
    Hyperparameters.requireAtLeast(
        where, "accumulation steps", 1, steps, "They are the microbatches of one update.");
  }
}
