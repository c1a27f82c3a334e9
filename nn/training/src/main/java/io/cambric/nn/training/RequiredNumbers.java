package io.cambric.nn.training;

import io.cambric.errors.HyperparameterException;
import java.util.List;

/**
 * The numbers of a training, which must include the numbers that its plan names.
 *
 * @param names of all numbers, including the numbers of evaluations
 * @param trained names of the metrics that a step returns
 */
record RequiredNumbers(List<String> names, List<String> trained) {

  /**
   * Looks for the numbers that early stopping, the choice of best checkpoints and the check for
   * finite numbers name.
   *
   * @throws HyperparameterException if there is none with that name
   */
  void check(TrainingPlan<?, ?> plan) {
    var stopping = plan.stopping();
    if (stopping != null) {
      require("Early stopping needs", stopping.metric());
    }
    var checkpoints = plan.checkpoints();
    if (checkpoints != null && checkpoints.best() != null) {
      require("The choice of best checkpoints needs", checkpoints.best().metric());
    }
    var finite = plan.finite();
    if (finite != null && !trained.contains(finite)) {
      throw new HyperparameterException(
          "requireFinite needs a metric among %s, but got \"%s\". Name a metric that the step returns."
              .formatted(trained, finite));
    }
  }

  private void require(String need, String number) {
    if (names.contains(number)) {
      return;
    }
    throw new HyperparameterException(
        "%s a metric among %s, but got \"%s\". Name a metric of an evaluation or of the training."
            .formatted(need, names, number));
  }
}
