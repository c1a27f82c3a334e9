package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.testing.TestArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Comparison of two computations of the same arrays, up to roundings. Both are run again with noise
 * ({@link NoisyTrace}). The tolerance is the largest change times {@link #FACTOR}. A result as
 * uncertain as it is large decides nothing, and is counted.
 */
final class Comparison {

  /** A few random roundings rarely add up as badly as the worst, and orders of sums differ. */
  static final double FACTOR = 24;

  /** Roundings of a result itself, for which no second run is needed. */
  private static final double ULPS = 4;

  private static final int RUNS = 3;

  private Comparison() {}

  /** Signals two computations with different results. */
  static final class Difference extends AssertionError {

    private static final long serialVersionUID = 1;

    Difference(String message) {
      super(message);
    }
  }

  /** Compares bit by bit; NaN equals NaN. */
  static void identical(String what, List<? extends Array> actual, List<? extends Array> expected) {
    if (!TestArrays.exact(actual).equals(TestArrays.exact(expected))) {
      throw new Difference(
          "%s: got\n  %s\nbut expected, bit by bit,\n  %s"
              .formatted(what, TestArrays.exact(actual), TestArrays.exact(expected)));
    }
  }

  /**
   * Compares up to roundings.
   *
   * @return whether the comparison could decide for each array
   */
  static boolean close(String what, Supplier<List<Array>> actual, Supplier<List<Array>> expected) {
    var a = actual.get();
    var e = expected.get();
    if (a.size() != e.size()) {
      throw new Difference("%s: %d results, not %d".formatted(what, a.size(), e.size()));
    }
    double[] tolerance = null;
    boolean decided = true;
    for (int k = 0; k < a.size(); k++) {
      requireSameType(what, k, a.get(k), e.get(k));
      double[] x = TestArrays.doubles(a.get(k));
      double[] y = TestArrays.doubles(e.get(k));
      double scale = scale(y);
      double error = error(x, y);
      double bound = ULPS * NoisyTrace.ulp(e.get(k).dtype()) * scale;
      if (error <= bound) {
        continue;
      }
      if (tolerance == null) {
        tolerance = spread(actual, a);
        double[] other = spread(expected, e);
        for (int i = 0; i < other.length; i++) {
          tolerance[i] = FACTOR * Math.max(tolerance[i], other[i]);
        }
      }
      boolean uncertain = !(tolerance[k] < 0.1 * scale);
      decided &= !uncertain;
      if (!uncertain && !(error <= tolerance[k])) {
        throw new Difference(
            String.format(
                Locale.ROOT,
                "%s: result %d differs by %.3g, where roundings explain %.3g:\n  %s\nbut expected\n  %s",
                what,
                k,
                error,
                tolerance[k],
                a.get(k),
                e.get(k)));
      }
    }
    return decided;
  }

  static void requireSameType(String what, int k, Array actual, Array expected) {
    if (!actual.aval().strong().equals(expected.aval().strong())) {
      throw new Difference(
          "%s: result %d is %s, not %s".formatted(what, k, actual.aval(), expected.aval()));
    }
  }

  /**
   * {@return the spread of a few runs with noise, for each array; infinite if numbers become NaN in
   * one}
   *
   * <p>The runs are compared with each other, not with the run without noise. A compiled program
   * with noise runs operation by operation. So the two may differ by the very mistake that the
   * check looks for.
   *
   * @param exact the results of the computation without noise
   */
  static double[] spread(Supplier<List<Array>> way, List<? extends Array> exact) {
    var first = NoisyTrace.noisy(0, way);
    double[] spread = new double[first.size()];
    for (int run = 1; run <= RUNS; run++) {
      var noisy = NoisyTrace.noisy(run, way);
      for (int k = 0; k < spread.length; k++) {
        double[] values = TestArrays.doubles(noisy.get(k));
        double change =
            hasNaN(values) && !hasNaN(TestArrays.doubles(exact.get(k)))
                ? Double.POSITIVE_INFINITY
                : error(values, TestArrays.doubles(first.get(k)));
        spread[k] = Math.max(spread[k], change);
      }
    }
    return spread;
  }

  private static boolean hasNaN(double[] values) {
    return Arrays.stream(values).anyMatch(Double::isNaN);
  }

  /** {@return the largest difference; infinite where one is no number and the other is} */
  static double error(double[] a, double[] b) {
    double error = 0;
    for (int i = 0; i < a.length; i++) {
      boolean same = a[i] == b[i] || (Double.isNaN(a[i]) && Double.isNaN(b[i]));
      double difference = Math.abs(a[i] - b[i]);
      error =
          Math.max(
              error, same ? 0 : Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference);
    }
    return error;
  }

  /** {@return the largest finite magnitude} */
  static double scale(double[] values) {
    double scale = 0;
    for (double value : values) {
      scale = Double.isFinite(value) ? Math.max(scale, Math.abs(value)) : scale;
    }
    return scale;
  }
}
