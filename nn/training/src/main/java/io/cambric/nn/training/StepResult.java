package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import java.util.List;

/**
 * The result of a training step.
 *
 * {@snippet :
 * return StepResult.of(state.applyGradients(loss.grads())).with("loss", loss.value());
 * }
 *
 * @param state after the step
 * @param metrics of the batch
 * @param <S> the train state
 */
@PyTree
public record StepResult<S>(S state, Metrics metrics) {

  /** {@return a result without metrics} */
  public static <S> StepResult<S> of(S state) {
    return new StepResult<>(state, new Metrics(List.of(), List.of()));
  }

  /** {@return this with one more metric} */
  public StepResult<S> with(String name, Metric<?> metric) {
    return new StepResult<>(state, metrics.with(name, metric));
  }

  /**
   * {@return this with the mean of values as one more metric}
   *
   * <p>Over several steps, each value counts once; a loss that is itself a mean counts as one
   * value.
   *
   * @param values of any shape and real dtype
   */
  public StepResult<S> with(String name, Array values) {
    return with(name, Mean.empty().update(values));
  }
}
