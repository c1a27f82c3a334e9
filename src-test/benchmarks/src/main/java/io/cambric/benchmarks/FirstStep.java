package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;

/** The small program that {@link StartupBench} times: one gradient of a two-layer network. */
final class FirstStep {

  private FirstStep() {}

  /**
   * Prints the seconds to the begin of the program and to its result.
   *
   * @param args when the JVM was asked for, in milliseconds since 1970
   */
  public static void main(String[] args) {
    long main = System.currentTimeMillis();
    var x = Random.normal(Key.of(0), Shape.of(16, 8));
    var w = Random.normal(Key.of(1), Shape.of(8, 4));
    var gradient = jit(grad((Array p) -> x.matmul(p).tanh().sum())).apply(w);
    double checked = gradient.sum().item();
    long end = System.currentTimeMillis();
    if (Double.isNaN(checked)) {
      throw new IllegalStateException("The gradient is not a number.");
    }
    long asked = Long.parseLong(args[0]);
    System.out.println((main - asked) * 1e-3 + " " + (end - asked) * 1e-3);
  }
}
