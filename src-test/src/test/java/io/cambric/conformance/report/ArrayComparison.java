package io.cambric.conformance.report;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import java.util.Arrays;
import java.util.Optional;

/** The comparison of one array with the golden one. */
final class ArrayComparison {

  private final NdArray expected;
  private final NdArray actual;
  private final Tolerance tolerance;

  private ArrayComparison(NdArray expected, NdArray actual, Tolerance tolerance) {
    this.expected = expected;
    this.actual = actual;
    this.tolerance = tolerance;
  }

  /** {@return what differs, or empty} */
  static Optional<String> difference(NdArray expected, NdArray actual, Tolerance tolerance) {
    if (expected.dtype() != actual.dtype() || !expected.shape().equals(actual.shape())) {
      return Optional.of(
          "expected %s but was %s".formatted(expected.aval().strong(), actual.aval().strong()));
    }
    return new ArrayComparison(expected, actual, tolerance).differenceOfElements();
  }

  private Optional<String> differenceOfElements() {
    boolean integral = !expected.dtype().isFloating();
    double scale = tolerance.scaleMax() ? largestFinite() : 0;
    int count = 0;
    int worst = -1;
    double worstError = -1;
    for (int i = 0; i < expected.size(); i++) {
      if (integral ? !integersMatch(i) : !floatsMatch(i, scale)) {
        double error = Math.abs(expected.getDouble(i) - actual.getDouble(i));
        count++;
        if (worst < 0 || error > worstError) {
          worst = i;
          worstError = error;
        }
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(message(count, worst, worstError));
  }

  private boolean integersMatch(int i) {
    if (expected.getLong(i) == actual.getLong(i)) {
      return true;
    }
    double error = Math.abs(expected.getDouble(i) - actual.getDouble(i));
    return error <= tolerance.atol() + tolerance.rtol() * Math.abs(expected.getDouble(i));
  }

  private boolean floatsMatch(int i, double scale) {
    double recorded = expected.getDouble(i);
    double came = actual.getDouble(i);
    if (Double.isNaN(recorded) || Double.isInfinite(recorded)) {
      return Double.compare(recorded, came) == 0;
    }
    if (recorded == came) {
      return !tolerance.signOfZero() || recorded != 0 || 1 / recorded == 1 / came;
    }
    if (isFlushed(recorded, came) || isFlushed(came, recorded)) {
      return true;
    }
    double magnitude = tolerance.scaleMax() ? scale : Math.abs(recorded);
    return Math.abs(recorded - came) <= tolerance.atol() + tolerance.rtol() * magnitude
        || (expected.dtype() == DType.F32 && floatsApart(recorded, came) <= tolerance.ulps());
  }

  /**
   * {@return whether one value is a zero and the other a subnormal of the same sign}
   *
   * <p>The README of the JAX files calls "flush-to-zero of subnormals" informative, not binding.
   * Integers and bool that come from such values are compared all the same.
   */
  private boolean isFlushed(double zero, double subnormal) {
    // Subnormals of f16 are normal numbers of f32, in which XLA computes.
    double normal = expected.dtype() == DType.F64 ? Double.MIN_NORMAL : Float.MIN_NORMAL;
    return zero == 0
        && Math.abs(subnormal) < normal
        && Math.copySign(1, zero) == Math.copySign(1, subnormal);
  }

  private static long floatsApart(double a, double b) {
    return Math.abs((long) ordered((float) a) - ordered((float) b));
  }

  private static int ordered(float value) {
    int bits = Float.floatToIntBits(value);
    return bits < 0 ? Integer.MIN_VALUE - bits : bits;
  }

  private double largestFinite() {
    double largest = 0;
    for (int i = 0; i < expected.size(); i++) {
      double value = Math.abs(expected.getDouble(i));
      if (Double.isFinite(value)) {
        largest = Math.max(largest, value);
      }
    }
    return largest;
  }

  private String message(int count, int worst, double error) {
    return "%d of %d elements differ, most at %s: expected %s but was %s (off by %.3g, allowed rtol %.2g, atol %.2g%s)"
        .formatted(
            count,
            expected.size(),
            Arrays.toString(position(worst, expected.shape())),
            text(expected, worst),
            text(actual, worst),
            error,
            tolerance.rtol(),
            tolerance.atol(),
            tolerance.scaleMax() ? " of the largest" : "");
  }

  private static String text(NdArray array, int i) {
    return array.dtype().isFloating()
        ? Double.toString(array.getDouble(i))
        : Long.toString(array.getLong(i));
  }

  private static int[] position(int flat, Shape shape) {
    int[] position = new int[shape.rank()];
    int rest = flat;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      position[axis] = rest % shape.dim(axis);
      rest /= shape.dim(axis);
    }
    return position;
  }
}
