package io.cambric.spark;

import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainState;
import java.io.Serializable;

/**
 * Makes the training of one process from its share of the rows.
 *
 * @param <S> the train state
 * @param <T> a row
 */
@FunctionalInterface
public interface TrainingSource<S extends TrainState<S>, T> extends Serializable {

  /**
   * {@return the training of one process}
   *
   * <p>It differs between processes only in the rows, with as many epochs of as many batches. Its
   * step averages gradients over the axis of the trainer. Its writers and hooks run in the executor
   * of each process.
   *
   * @param state before the first step
   */
  Training<S, ?> training(S state, Share<T> share);
}
