package io.cambric.nn.training;

import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;

/**
 * An evaluation of a state on batches.
 *
 * @param name prefix of the names of its metrics
 * @param data the batches
 * @param metrics of a batch, compiled
 */
record Evaluation<S, E>(String name, Iterable<E> data, Fn2<S, E, Metrics> metrics) {

  static <S, E> Evaluation<S, E> of(String name, Iterable<E> data, Fn2<S, E, Metrics> metrics) {
    return new Evaluation<>(name, data, Transforms.jit(metrics));
  }

  /** {@return this evaluation for one run of a training, which closes it} */
  EvaluationRun<S, E> open() {
    return new EvaluationRun<>(this);
  }
}
