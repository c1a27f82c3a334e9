package io.cambric.nn.training;

import io.cambric.errors.HyperparameterException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The numbers of a training, which must include the numbers that its plan names.
 *
 * @param names of all numbers, including the numbers of evaluations
 * @param trained names of the metrics that a step returns
 * @param withoutBatch from the name of a number to its evaluation, if the evaluation has no batch
 */
record RequiredNumbers(
    List<String> names, List<String> trained, Function<String, Optional<String>> withoutBatch) {

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
    withoutBatch
        .apply(number)
        .ifPresent(evaluation -> {
          throw new HyperparameterException(
              "%s the number \"%s\", but the evaluation \"%s\" has no batch. Pass more data, or smaller batches."
                  .formatted(need, number, evaluation));
        });
    throw new HyperparameterException(
        "%s a metric among %s, but got \"%s\". Name a metric of an evaluation or of the training."
            .formatted(need, names, number));
  }
}
