package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.programs.Check.Outcome;
import io.cambric.programs.Comparison.Difference;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Comparison of tangents with central differences, in double precision.
 *
 * <p>A central difference D(h) errs by a multiple of h². So Richardson's extrapolation (4 D(h/2) -
 * D(h)) / 3 errs by a multiple of h⁴. Its error is less than D(h) - D(h/2), which serves as the
 * bound. The effect of roundings on the function, over the step, is added to the bound. A kink
 * within the step makes the two differences differ, and the comparison decides nothing.
 */
final class Differences {

  private static final double STEP = 1e-3;

  /**
   * The step for points near a kink, where both of the longer steps err alike. Draws stay away from
   * kinks, but only in the lane of a mapping that they see.
   */
  private static final double SHORT_STEP = STEP / 128;

  /** The sum of the weights, times the step, with which values enter the extrapolation. */
  private static final double WEIGHTS = 3;

  private Differences() {}

  static Outcome check(
      String what,
      List<Array> tangents,
      Fn<List<Array>, List<Array>> function,
      List<NdArray> primals,
      List<Array> directions) {
    try {
      return check(what, tangents, function, primals, directions, STEP);
    } catch (Difference _) {
      return check(what, tangents, function, primals, directions, SHORT_STEP);
    }
  }

  private static Outcome check(
      String what,
      List<Array> tangents,
      Fn<List<Array>, List<Array>> function,
      List<NdArray> primals,
      List<Array> directions,
      double step) {
    var whole = slopes(function, primals, directions, step);
    var half = slopes(function, primals, directions, step / 2);
    Supplier<List<Array>> values = () -> function.apply(Checks.arguments(primals));
    double[] spread = null;
    boolean decided = true;
    for (int k = 0; k < tangents.size(); k++) {
      double[] actual = TestArrays.doubles(tangents.get(k));
      double[] fine = half.get(k);
      double[] expected = new double[fine.length];
      for (int i = 0; i < fine.length; i++) {
        expected[i] = (4 * fine[i] - whole.get(k)[i]) / 3;
      }
      // One step leads out of the domain of a function.
      if (!Arrays.stream(expected).allMatch(Double::isFinite)) {
        decided = false;
        continue;
      }
      double scale = Math.max(Comparison.scale(expected), Comparison.scale(actual));
      double error = Comparison.error(actual, expected);
      // Quick, and within the error of nearly all: the remainder of the series.
      if (error <= 1e-9 * scale) {
        continue;
      }
      if (spread == null) {
        spread = roundings(values);
      }
      double rounding = WEIGHTS * Comparison.FACTOR * spread[k] / step;
      double bound = Comparison.error(whole.get(k), fine) + rounding + 1e-9 * scale;
      boolean uncertain = !(bound < 0.1 * scale);
      decided &= !uncertain;
      if (!uncertain && !(error <= bound)) {
        throw new Difference(
            String.format(
                Locale.ROOT,
                "%s: result %d differs by %.3g, where %.3g is expected:\n  %s\nbut differences are\n  %s",
                what,
                k,
                error,
                bound,
                tangents.get(k),
                TestArrays.of(tangents.get(k).dtype(), tangents.get(k).shape(), expected)));
      }
    }
    return Outcome.of(decided);
  }

  /**
   * {@return the effect of roundings on each result: the spread with noise, and an ulp at the
   * least}
   */
  private static double[] roundings(Supplier<List<Array>> values) {
    var exact = values.get();
    double[] spread = Comparison.spread(values, exact);
    for (int k = 0; k < spread.length; k++) {
      double ulp = NoisyTrace.ulp(DType.F64) * Comparison.scale(TestArrays.doubles(exact.get(k)));
      spread[k] = Math.max(spread[k], ulp);
    }
    return spread;
  }

  private static List<double[]> slopes(
      Fn<List<Array>, List<Array>> function,
      List<NdArray> primals,
      List<Array> directions,
      double step) {
    var above = function.apply(moved(primals, directions, step));
    var below = function.apply(moved(primals, directions, -step));
    var slopes = new ArrayList<double[]>();
    for (int k = 0; k < above.size(); k++) {
      double[] a = TestArrays.doubles(above.get(k));
      double[] b = TestArrays.doubles(below.get(k));
      for (int i = 0; i < a.length; i++) {
        a[i] = (a[i] - b[i]) / (2 * step);
      }
      slopes.add(a);
    }
    return slopes;
  }

  private static List<Array> moved(List<NdArray> primals, List<Array> directions, double step) {
    var moved = new ArrayList<Array>();
    for (int k = 0; k < primals.size(); k++) {
      double[] x = TestArrays.doubles(primals.get(k));
      double[] t = TestArrays.doubles(directions.get(k));
      for (int i = 0; i < x.length; i++) {
        x[i] += step * t[i];
      }
      moved.add(TestArrays.of(primals.get(k).dtype(), primals.get(k).shape(), x));
    }
    return moved;
  }
}
