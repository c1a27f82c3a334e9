package io.cambric.nn.optim;

import io.cambric.errors.HyperparameterException;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/** Learning rates, which a definition may leave to the steps. */
final class LearningRates {

  private LearningRates() {}

  /** {@return the learning rate of a step, checked to be given} */
  static Scalar required(String optimizer, @Nullable Scalar learningRate) {
    if (learningRate == null) {
      throw new HyperparameterException(
          "%s needs a learning rate, but has none. Pass it to the constructor, or to the step: applyGradient(grads, hp -> hp.withLearningRate(rate))."
              .formatted(optimizer));
    }
    return learningRate;
  }
}
