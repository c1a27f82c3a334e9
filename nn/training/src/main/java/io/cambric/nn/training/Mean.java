package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The weighted mean of values, such as losses of examples; NaN without examples.
 *
 * @param total sum of weight times value, {@code f64[]}
 * @param weight sum of weights, {@code f64[]}
 */
@PyTree
public record Mean(Array total, Array weight) implements Metric<Mean> {

  /** {@return the mean of no examples} */
  public static Mean empty() {
    return new Mean(ExampleWeights.none(), ExampleWeights.none());
  }

  /** {@return this with more values, of any shape and real dtype} */
  public Mean update(Array values) {
    return update(values, null);
  }

  /**
   * {@return this with more values}
   *
   * @param values of any shape and real dtype; NaN and infinities count unless their weight is 0
   * @param mask weights whose axes are the leading ones of the values; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the mask has other axes
   */
  public Mean update(Array values, @Nullable Array mask) {
    var weights = ExampleWeights.weights("Mean", values.shape(), mask);
    return new Mean(total.add(ExampleWeights.sum(values, weights)), weight.add(weights.sum()));
  }

  /** {@return the mean, {@code f64[]}} */
  @Override
  public Array compute() {
    return total.div(weight);
  }
}
