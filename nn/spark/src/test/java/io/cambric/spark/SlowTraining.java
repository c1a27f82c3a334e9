package io.cambric.spark;

import io.cambric.nn.Dense;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.StandardTrainState;

/**
 * A training of the line whose steps take time.
 *
 * @param epochs to train
 * @param millis of a step at least
 */
record SlowTraining(int epochs, long millis)
    implements TrainingSource<StandardTrainState<Dense>, Float> {

  @Override
  public Training<StandardTrainState<Dense>, ?> training(
      StandardTrainState<Dense> state, Share<Float> share) {
    return Line.training(state, share, epochs).afterStep(moment -> pause(millis));
  }

  /** Waits, as a slow machine does. */
  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
