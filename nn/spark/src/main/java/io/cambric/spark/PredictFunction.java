package io.cambric.spark;

import io.cambric.core.Array;
import io.cambric.scope.Variables;
import java.io.Serializable;

/** Applies a model to a batch of examples. */
@FunctionalInterface
public interface PredictFunction extends Serializable {

  /**
   * {@return the prediction for each example}
   *
   * @param variables of the model
   * @param examples {@code [n, ...]}
   * @return {@code [n]} or {@code [n, ...]}; the result for an example does not depend on others
   */
  Array predict(Variables variables, Array examples);
}
