package io.cambric.nn.training;

import io.cambric.errors.DataException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An evaluation in one run of a training; mutable, for one thread. */
final class EvaluationRun<S, E> implements AutoCloseable {

  private final Evaluation<S, E> evaluation;
  private final PeekedIterable<E> batches;

  EvaluationRun(Evaluation<S, E> evaluation) {
    this.evaluation = evaluation;
    batches = new PeekedIterable<>(CountedIterable.of(evaluation.data()));
  }

  String name() {
    return evaluation.name();
  }

  /** {@return the name of a metric, with the prefix of the evaluation} */
  String name(String metric) {
    return evaluation.name() + "/" + metric;
  }

  /**
   * {@return the names of the numbers of a state}
   *
   * <p>The metrics of the first batch are traced, and nothing is computed. So mistakes in them show
   * up before a training.
   *
   * @throws DataException if there is no batch
   */
  List<String> trace(S state) {
    var first =
        batches
            .first()
            .orElseThrow(() ->
                new DataException(
                    "The evaluation \"%s\" needs at least one batch, but has none. Pass more data or smaller batches, or keep the rest with batch(n, Remainder.KEEP)."
                        .formatted(name())));
    return MetricShapes.none(evaluation.metrics(), state, first).scalarNames().stream()
        .map(this::name)
        .toList();
  }

  /**
   * {@return the metrics of a state}
   *
   * @param step for messages
   * @throws DataException if there is no batch
   */
  Metrics run(S state, long step) {
    Metrics sums = null;
    try (var each = batches.iterator()) {
      while (each.hasNext()) {
        sums = merged(sums, evaluation.metrics().apply(state, each.next()));
      }
    }
    if (sums == null) {
      throw new DataException(
          "The evaluation \"%s\" needs batches each time, but after step %d there are none. Pass data that can be read several times, such as a list."
              .formatted(name(), step));
    }
    return sums;
  }

  private static Metrics merged(@Nullable Metrics sums, Metrics more) {
    return sums == null ? more : sums.merge(more);
  }

  @Override
  public void close() {
    batches.close();
  }
}
