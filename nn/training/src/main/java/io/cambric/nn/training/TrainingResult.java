package io.cambric.nn.training;

import io.cambric.errors.HyperparameterException;
import io.cambric.scope.Params;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a training.
 *
 * @param state after the last step
 * @param average the moving average of the parameters; {@code null} without one
 * @param epochs that have ended
 * @param steps taken, in all epochs and runs
 * @param metrics the latest number of each metric
 * @param <S> the train state
 */
public record TrainingResult<S>(
    S state, @Nullable Params average, int epochs, long steps, Map<String, Double> metrics) {

  /**
   * {@return the latest number of a metric}
   *
   * @param name such as {@code "test/accuracy"}
   * @throws HyperparameterException if the training has no such number
   */
  public double metric(String name) {
    return requireMetric(metrics, name);
  }

  static double requireMetric(Map<String, Double> metrics, String name) {
    var number = metrics.get(name);
    if (number == null) {
      throw new HyperparameterException(
          "The metrics of this training are %s, but got \"%s\". Name one of them."
              .formatted(metrics.keySet(), name));
    }
    return number;
  }
}
