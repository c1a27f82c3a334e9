package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.jit;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Repeated calls of a compiled function on the same inputs, with donated results. Each call writes
 * its results into the arrays of the call before, as a program with planned buffers does. So a row
 * shows the time of the work alone. New arrays would add to it, as the JVM fills them with zeros.
 */
final class RepeatedCalls implements Runnable {

  private final Fn2<List<Array>, List<Array>, List<Array>> compiled;
  private final List<Array> inputs;
  private List<Array> results;

  RepeatedCalls(List<Array> inputs, UnaryOperator<List<Array>> function) {
    this.inputs = inputs;
    this.compiled = jit((List<Array> given, List<Array> old) -> function.apply(given)).donate(1);
    this.results = jit((List<Array> given) -> function.apply(given)).apply(inputs);
  }

  @Override
  public void run() {
    results = compiled.apply(inputs, results);
  }
}
