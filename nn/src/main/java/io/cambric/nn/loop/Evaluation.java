package io.cambric.nn.loop;

import io.cambric.nn.metric.Metrics;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.util.Map;
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

  /** Puts the numbers of a state under their names; none if there is no batch. */
  void run(S state, Map<String, Double> results) {
    Metrics sums = null;
    try (var batches = CountedIterable.of(data).iterator()) {
      while (batches.hasNext()) {
        sums = merged(sums, metrics.apply(state, batches.next()));
      }
    }
    if (sums != null) {
      sums.scalars().forEach((metric, value) -> results.put(name + "/" + metric, value));
    }
  }

  static Metrics merged(@Nullable Metrics sums, Metrics more) {
    return sums == null ? more : sums.merge(more);
  }
}
