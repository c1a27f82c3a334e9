package io.cambric.nn.training;

import io.cambric.io.iterator.ResumableIterable;

/**
 * The batches of each epoch, as in {@code epoch -> examples.shuffle(key.foldIn(epoch)).batch(64)}.
 *
 * @param <B> a batch
 */
@FunctionalInterface
public interface EpochData<B> {

  /**
   * {@return the batches of an epoch, the same at each call}
   *
   * @param epoch from 0
   */
  ResumableIterable<B> of(int epoch);
}
