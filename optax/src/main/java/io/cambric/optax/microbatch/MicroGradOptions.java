package io.cambric.optax.microbatch;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * The options of gradients of single examples.
 *
 * @param <A> the gradient
 * @param <G> the transformed gradient
 */
public final class MicroGradOptions<A, G> {

  final Fn<A, G> transform;
  final @Nullable Fn<A, ?> metrics;
  final boolean keepBatchDim;
  final @Nullable Integer microbatchSize;
  final Object accumulator;
  final @Nullable Array numRealMicrobatches;

  private MicroGradOptions(
      Fn<A, G> transform,
      @Nullable Fn<A, ?> metrics,
      boolean keepBatchDim,
      @Nullable Integer microbatchSize,
      Object accumulator,
      @Nullable Array numRealMicrobatches) {
    this.transform = transform;
    this.metrics = metrics;
    this.keepBatchDim = keepBatchDim;
    this.microbatchSize = microbatchSize;
    this.accumulator = accumulator;
    this.numRealMicrobatches = numRealMicrobatches;
  }

  static <A> MicroGradOptions<A, A> defaults() {
    return new MicroGradOptions<>(grads -> grads, null, true, null, AccumulationType.SUM, null);
  }

  /**
   * {@return these options with a function of each gradient before the gradients are combined, such
   * as clipping}
   */
  public <H> MicroGradOptions<A, H> withTransform(Fn<A, H> function) {
    return new MicroGradOptions<>(
        function, metrics, keepBatchDim, microbatchSize, accumulator, numRealMicrobatches);
  }

  /**
   * {@return these options with a function of each gradient; its results are kept for each example}
   */
  public MicroGradOptions<A, G> withMetrics(Fn<A, ?> function) {
    return new MicroGradOptions<>(
        transform, function, keepBatchDim, microbatchSize, accumulator, numRealMicrobatches);
  }

  /**
   * {@return these options with or without a batch axis of size 1 in the arguments of the function}
   */
  public MicroGradOptions<A, G> withKeepBatchDim(boolean keep) {
    return new MicroGradOptions<>(
        transform, metrics, keep, microbatchSize, accumulator, numRealMicrobatches);
  }

  /** {@return these options with the number of gradients that are computed together} */
  public MicroGradOptions<A, G> withMicrobatchSize(int size) {
    return new MicroGradOptions<>(
        transform, metrics, keepBatchDim, size, accumulator, numRealMicrobatches);
  }

  /** {@return these options with an accumulator of the transformed gradients, or a tree of them} */
  public MicroGradOptions<A, G> withAccumulator(Object tree) {
    return new MicroGradOptions<>(
        transform, metrics, keepBatchDim, microbatchSize, tree, numRealMicrobatches);
  }

  /** {@return these options with the number of microbatches that run, an integer scalar} */
  public MicroGradOptions<A, G> withNumRealMicrobatches(Array count) {
    return new MicroGradOptions<>(
        transform, metrics, keepBatchDim, microbatchSize, accumulator, count);
  }

  /** {@return the options} */
  @Override
  public String toString() {
    return "MicroGradOptions[microbatchSize=%s, keepBatchDim=%s]"
        .formatted(microbatchSize, keepBatchDim);
  }
}
