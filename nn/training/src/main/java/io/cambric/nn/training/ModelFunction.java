package io.cambric.nn.training;

/**
 * A function of a model and a batch, which knows whether it is part of a training step.
 *
 * @param <M> the model
 * @param <B> a batch, a pytree of arrays
 * @param <R> the result
 */
@FunctionalInterface
public interface ModelFunction<M, B, R> {

  /**
   * {@return the result for a batch, without side effects}
   *
   * @param model bound to its variables
   * @param batch of examples
   * @param isTraining true in a step of the training, false in an evaluation
   */
  R apply(M model, B batch, boolean isTraining);
}
