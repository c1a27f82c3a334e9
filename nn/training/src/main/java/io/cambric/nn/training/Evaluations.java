package io.cambric.nn.training;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The evaluations of one run of a training, in order; mutable, for one thread. */
final class Evaluations<S> implements AutoCloseable {

  private final List<EvaluationRun<S, ?>> all;

  Evaluations(List<Evaluation<S, ?>> evaluations) {
    all = evaluations.stream().<EvaluationRun<S, ?>>map(Evaluation::open).toList();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** {@return the names of all numbers of a state, by tracing the metrics of the first batches} */
  List<String> trace(S state) {
    return all.stream().flatMap(each -> each.trace(state).stream()).toList();
  }

  /**
   * {@return the numbers of a state, by name}
   *
   * @param step for messages
   * @param matrices receives the confusion matrices
   */
  Map<String, Double> run(S state, long step, Consumer<ConfusionMatrix> matrices) {
    var numbers = new LinkedHashMap<String, Double>();
    for (var each : all) {
      var metrics = each.run(state, step);
      metrics.scalars().forEach((name, value) -> numbers.put(each.name(name), value));
      metrics.values().stream()
          .filter(ConfusionMatrix.class::isInstance)
          .forEach(metric -> matrices.accept((ConfusionMatrix) metric));
    }
    return numbers;
  }

  @Override
  public void close() {
    all.forEach(EvaluationRun::close);
  }
}
