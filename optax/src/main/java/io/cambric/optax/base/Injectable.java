package io.cambric.optax.base;

import java.util.Map;

/**
 * A transformation whose numeric hyperparameters can be listed and replaced, so that they may enter
 * the state of the optimiser.
 *
 * <p>The withers that are generated for a record of hyperparameters implement this interface.
 *
 * @param <T> the transformation
 */
public interface Injectable<T extends GradientTransformation> extends GradientTransformation {

  /**
   * {@return the numeric hyperparameters by their names in Optax, in order; without those unset}
   */
  Map<String, ScalarOrSchedule> hyperparameters();

  /**
   * {@return this with other hyperparameters}
   *
   * @param values by their names in Optax; those that are absent stay
   * @throws io.cambric.errors.HyperparameterException if there is no hyperparameter of a name, or a
   *     hyperparameter that is no schedule gets one
   */
  T withHyperparameters(Map<String, ScalarOrSchedule> values);
}
