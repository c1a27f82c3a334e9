package io.cambric.examples.bench;

import static io.cambric.transform.Transforms.jit;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A compiled function of the same inputs, called again and again: each call makes its results where
 * those of the call before lie, which it is given, as in a program whose buffers are planned. So a
 * row shows what the work takes, without new arrays, which the JVM fills with zeros first.
 */
final class Repeated implements Runnable {

  private final Fn2<List<Array>, List<Array>, List<Array>> compiled;
  private final List<Array> inputs;
  private List<Array> results;

  Repeated(List<Array> inputs, UnaryOperator<List<Array>> function) {
    this.inputs = inputs;
    this.compiled = jit((List<Array> given, List<Array> old) -> function.apply(given)).donate(1);
    this.results = jit((List<Array> given) -> function.apply(given)).apply(inputs);
  }

  @Override
  public void run() {
    results = compiled.apply(inputs, results);
  }
}
