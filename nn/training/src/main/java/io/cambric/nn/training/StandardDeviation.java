package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * The population standard deviation of values: {@code sqrt(E[x²] - E[x]²)}; NaN without examples.
 *
 * <p>The difference cancels digits of f64 if the mean is far larger than the deviation. If their
 * quotient is {@code q}, the relative error is about {@code q² 1e-16}.
 *
 * @param values the mean of values
 * @param squares the mean of squares
 */
@PyTree
public record StandardDeviation(Mean values, Mean squares) implements Metric<StandardDeviation> {

  /** {@return the deviation of no examples} */
  public static StandardDeviation empty() {
    return new StandardDeviation(Mean.empty(), Mean.empty());
  }

  /** {@return this with more values, of any shape and real dtype} */
  public StandardDeviation update(Array values) {
    return update(values, null);
  }

  /**
   * {@return this with more values}
   *
   * @param values of any shape and real dtype
   * @param mask weights whose axes are the leading ones of the values; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the mask has other axes
   */
  public StandardDeviation update(Array values, @Nullable Array mask) {
    var exact = values.astype(DType.F64);
    return new StandardDeviation(
        this.values.update(exact, mask), squares.update(exact.square(), mask));
  }

  /** {@return the standard deviation, {@code f64[]}} */
  @Override
  public Array compute() {
    return Numpy.maximum(squares.compute().sub(mean().square()), 0).sqrt();
  }

  /** {@return the mean, {@code f64[]}} */
  public Array mean() {
    return values.compute();
  }
}
