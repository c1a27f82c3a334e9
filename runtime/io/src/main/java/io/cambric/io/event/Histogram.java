package io.cambric.io.event;

import io.cambric.core.Array;
import java.util.List;

/**
 * The distribution of numbers over buckets; an immutable value.
 *
 * @param min the smallest number
 * @param max the largest number
 * @param num the count of the numbers
 * @param sum of the numbers
 * @param sumSquares the sum of their squares
 * @param limits the upper end of each bucket, ascending
 * @param counts the count of numbers in each bucket
 */
public record Histogram(
    double min,
    double max,
    double num,
    double sum,
    double sumSquares,
    List<Double> limits,
    List<Double> counts)
    implements SummaryValue {

  /** A distribution of these parts. */
  public Histogram {
    limits = List.copyOf(limits);
    counts = List.copyOf(counts);
  }

  /**
   * {@return the distribution of the elements of an array over the buckets of TensorBoard}
   *
   * <p>Limits grow by a tenth, from 1e-12 up and from -1e-12 down. The buckets range from the first
   * to the last non-empty one, after one empty bucket. NaN and infinities are left out.
   *
   * @throws io.cambric.errors.CambricException if the array is abstract, as in jit
   */
  public static Histogram of(Array values) {
    return HistogramBuckets.histogram(values.concrete("values of a histogram"));
  }
}
