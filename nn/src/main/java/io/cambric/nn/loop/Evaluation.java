package io.cambric.nn.loop;

import io.cambric.nn.metric.Metrics;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import org.jspecify.annotations.Nullable;

/**
 * An evaluation of a state on batches.
 *
 * @param name before the names of its metrics
 * @param data the batches
 * @param metrics of a batch, compiled
 */
record Evaluation<S, E>(String name, Iterable<E> data, Fn2<S, E, Metrics> metrics) {

  static <S, E> Evaluation<S, E> of(String name, Iterable<E> data, Fn2<S, E, Metrics> metrics) {
    return new Evaluation<>(name, data, Transforms.jit(metrics));
  }

  /** {@return the metrics of a state; {@code null} if there is no batch} */
  @Nullable Metrics run(S state) {
    Metrics sums = null;
    try (var batches = CountedIterable.of(data).iterator()) {
      while (batches.hasNext()) {
        sums = merged(sums, metrics.apply(state, batches.next()));
      }
    }
    return sums;
  }

  private static Metrics merged(@Nullable Metrics sums, Metrics more) {
    return sums == null ? more : sums.merge(more);
  }
}
