package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The weighted mean of squared differences of predictions and targets; NaN without examples.
 *
 * @param squares the mean of squares
 */
@PyTree
public record MeanSquaredError(Mean squares) implements Metric<MeanSquaredError> {

  /** {@return the error of no examples} */
  public static MeanSquaredError empty() {
    return new MeanSquaredError(Mean.empty());
  }

  /** {@return this with more predictions and targets of one shape} */
  public MeanSquaredError update(Array predictions, Array targets) {
    return update(predictions, targets, null);
  }

  /**
   * {@return this with more predictions}
   *
   * @param predictions of any shape
   * @param targets of the same shape
   * @param mask weights whose axes are the leading ones of the predictions; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the shapes differ, or the mask has other axes
   */
  public MeanSquaredError update(Array predictions, Array targets, @Nullable Array mask) {
    ExampleWeights.requireSame("MeanSquaredError", predictions, targets);
    var errors = predictions.astype(DType.F64).sub(targets.astype(DType.F64));
    return new MeanSquaredError(squares.update(errors.square(), mask));
  }

  /** {@return the mean of squares, {@code f64[]}} */
  @Override
  public Array compute() {
    return squares.compute();
  }

  /** {@return the root of the mean of squares, in units of the targets, {@code f64[]}} */
  public Array root() {
    return compute().sqrt();
  }
}
