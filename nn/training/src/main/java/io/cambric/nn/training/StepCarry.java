package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.scope.Params;
import org.jspecify.annotations.Nullable;

/**
 * The carry of the loop of steps: what each step takes and returns.
 *
 * @param state of the model and its optimiser
 * @param average the moving average of the parameters; {@code null} without one
 */
@PyTree
record StepCarry<S extends TrainState<S>>(S state, @Nullable Params average) {

  /** {@return the state that is evaluated: with the averaged parameters, if there are any} */
  S evaluated() {
    return average == null ? state : state.withParams(average);
  }
}
