package io.cambric.optax.base;

import java.util.Map;

/**
 * A transformation that can list and replace its numeric hyperparameters. They may then enter the
 * state of the optimiser.
 *
 * <p>The generated withers of a record of hyperparameters implement this interface.
 *
 * @param <T> the transformation
 */
public interface Injectable<T extends GradientTransformation> extends GradientTransformation {

  /** {@return the numeric hyperparameters that are set, in order, by their names in Optax} */
  Map<String, ScalarOrSchedule> hyperparameters();

  /**
   * {@return this with other hyperparameters}
   *
   * @param values new values by their names in Optax; all other hyperparameters stay
   * @throws io.cambric.errors.HyperparameterException if there is no hyperparameter of a name, or a
   *     schedule is given to a hyperparameter that takes none
   */
  T withHyperparameters(Map<String, ScalarOrSchedule> values);
}
