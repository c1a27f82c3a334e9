package io.cambric.nn.training;

import java.util.Map;

/**
 * An event of a training, passed to hooks; mutable, and valid during the call only.
 *
 * @param <S> the train state
 */
public final class TrainingEvent<S> {

  private final S state;
  private final int epoch;
  private final long step;
  private final Map<String, Double> metrics;
  private boolean stopped;

  TrainingEvent(S state, int epoch, long step, Map<String, Double> metrics) {
    this.state = state;
    this.epoch = epoch;
    this.step = step;
    this.metrics = metrics;
  }

  /** {@return the state, whose arrays the next step takes; copy the arrays that must survive} */
  public S state() {
    return state;
  }

  /** {@return the epoch, from 0} */
  public int epoch() {
    return epoch;
  }

  /** {@return steps taken so far, in all epochs} */
  public long step() {
    return step;
  }

  /**
   * {@return the latest number of each metric, by names such as {@code train/loss}}
   *
   * <p>Numbers of the training cover the steps since the previous numbers.
   */
  public Map<String, Double> metrics() {
    return metrics;
  }

  /**
   * {@return the latest number of a metric}
   *
   * @param name such as {@code "train/loss"}
   * @throws io.cambric.errors.HyperparameterException if there is no such number yet
   */
  public double metric(String name) {
    return TrainingResult.requireMetric(metrics, name);
  }

  /**
   * Ends the run after this event, once the state is saved. A second run continues the training.
   */
  public void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** {@return the step, the epoch and the metrics} */
  @Override
  public String toString() {
    return "TrainingEvent[epoch=%d, step=%d, metrics=%s]".formatted(epoch, step, metrics);
  }
}
