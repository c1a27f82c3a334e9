package io.cambric.io.event;

import io.cambric.core.NdArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The default buckets of TensorBoard, with the count of numbers in each; mutable. */
final class HistogramBuckets {

  private static final double SMALLEST = 1e-12;
  private static final double END = 1e20;
  private static final double GROWTH = 1.1;

  /** Sign, exponent and four bits of the mantissa: a cell that contains at most two limits. */
  private static final int CELL_BITS = 16;

  /** Bucket i has the numbers from limit i - 1 on, up to but without limit i. */
  private static final double[] LIMITS = limits();

  /** The bucket of the smallest number of each cell. */
  private static final int[] BUCKET_OF_CELL = bucketsOfCells();

  private final long[] counts = new long[LIMITS.length + 1];
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private long num;
  private double sum;
  private double sumSquares;

  private HistogramBuckets() {}

  static Histogram histogram(NdArray values) {
    var buckets = new HistogramBuckets();
    for (int i = 0; i < values.size(); i++) {
      buckets.add(values.getDouble(i));
    }
    return buckets.histogram();
  }

  private static double[] limits() {
    var positive = new ArrayList<Double>();
    for (double limit = SMALLEST; limit < END; limit *= GROWTH) {
      positive.add(limit);
    }
    int count = positive.size();
    var limits = new double[2 * count + 1];
    for (int i = 0; i < count; i++) {
      limits[count + 1 + i] = positive.get(i);
      limits[count - 1 - i] = -positive.get(i);
    }
    return limits;
  }

  private static int[] bucketsOfCells() {
    var buckets = new int[1 << CELL_BITS];
    for (int cell = 0; cell < buckets.length; cell++) {
      long nearZero = (long) cell << Long.SIZE - CELL_BITS;
      long farFromZero = nearZero | -1L >>> CELL_BITS;
      double smallest = Double.longBitsToDouble(cell < buckets.length / 2 ? nearZero : farFromZero);
      int found = Arrays.binarySearch(LIMITS, Double.isNaN(smallest) ? 0 : smallest + 0.0);
      buckets[cell] = found < 0 ? -found - 1 : found + 1;
    }
    return buckets;
  }

  private static int bucket(double value) {
    int bucket =
        BUCKET_OF_CELL[(int) (Double.doubleToRawLongBits(value) >>> Long.SIZE - CELL_BITS)];
    while (bucket < LIMITS.length && value >= LIMITS[bucket]) {
      bucket++;
    }
    return bucket;
  }

  private void add(double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    counts[bucket(value)]++;
    min = Math.min(min, value);
    max = Math.max(max, value);
    num++;
    sum += value;
    sumSquares += value * value;
  }

  private Histogram histogram() {
    if (num == 0) {
      return new Histogram(0, 0, 0, 0, 0, List.of(0.0, SMALLEST), List.of(0.0, 0.0));
    }
    int first = bucket(min);
    int last = bucket(max);
    var limits = new ArrayList<Double>();
    var used = new ArrayList<Double>();
    for (int i = Math.max(0, first - 1); i <= last; i++) {
      limits.add(i < LIMITS.length ? LIMITS[i] : Double.MAX_VALUE);
      used.add((double) counts[i]);
    }
    return new Histogram(min, max, num, sum, sumSquares, limits, used);
  }
}
