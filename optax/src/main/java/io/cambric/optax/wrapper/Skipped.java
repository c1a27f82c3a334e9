package io.cambric.optax.wrapper;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;

/**
 * The choice of a {@link SkipFunction} for one mini-step.
 *
 * @param shouldSkip whether to skip the mini-step; a bool scalar
 * @param state values for the state of {@link MultiSteps}, a tree of arrays
 */
public record Skipped(Array shouldSkip, Object state) {

  public Skipped {
    if (shouldSkip.dtype() != DType.BOOL || !shouldSkip.shape().equals(Shape.scalar())) {
      throw new HyperparameterException(
          "MultiSteps needs a skip function that returns a bool scalar, but got %s. Compare it with a number, and reduce with all() or any()."
              .formatted(shouldSkip.aval()));
    }
  }
}
