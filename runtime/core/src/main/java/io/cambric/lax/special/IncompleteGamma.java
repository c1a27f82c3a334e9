package io.cambric.lax.special;

import io.cambric.kernel.scalar.DoubleGammaMath;

/**
 * The regularized incomplete gamma functions and their derivatives along {@code a}, in double
 * precision, by a series below {@code x = a} and a continued fraction above.
 *
 * @see <a href="https://dlmf.nist.gov/8.9">DLMF, 8.7.1 and 8.9.2</a>
 */
final class IncompleteGamma {

  private static final double EPSILON = Math.ulp(1.0);

  /**
   * The most terms of the fraction for a small a, which converges long before; later terms are
   * noise.
   */
  private static final int FEW_TERMS = 2000;

  private static final int MAX_TERMS = 1_000_000;

  private IncompleteGamma() {}

  /** A value of a function of {@code a} and its derivative. */
  private record Dual(double value, double slope) {}

  /** {@return P(a, x)} See {@link #upper}. */
  static double lower(double a, double x, double scale, double error) {
    if (isOutside(a, x)) {
      return Double.NaN;
    }
    if (x == 0 || x == Double.POSITIVE_INFINITY) {
      return x == 0 ? 0 : 1;
    }
    return x >= 1 && x > a ? 1 - tail(a, x, scale, error) : head(a, x, scale, error);
  }

  /**
   * {@return Q(a, x)}
   *
   * @param scale {@code x^a exp(-x) / gamma(a)}
   * @param error the relative error of the series and the fraction
   */
  static double upper(double a, double x, double scale, double error) {
    if (isOutside(a, x)) {
      return Double.NaN;
    }
    if (a == 0 || x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    return x < 1 || x < a ? 1 - head(a, x, scale, error) : tail(a, x, scale, error);
  }

  /** {@return the derivative of P(a, x) along a} */
  static double gradA(double a, double x) {
    if (isOutside(a, x) || a == 0) {
      return Double.NaN;
    }
    double scale = scale(a, x);
    if (x == 0 || scale == 0) {
      return 0;
    }
    return isTail(a, x) ? -scale * tailSlope(a, x) : scale * headSlope(a, x) / a;
  }

  /** {@return the derivative along a of the x at which P(a, x) keeps its value} */
  static double sampleGrad(double a, double x) {
    if (isOutside(a, x) || a == 0) {
      return Double.NaN;
    }
    if (x == 0) {
      return 0;
    }
    // The density is the scale over x, so the scale cancels.
    return isTail(a, x) ? x * tailSlope(a, x) : -x * headSlope(a, x) / a;
  }

  /** {@return x^(a-1) exp(-x) / gamma(a)} */
  static double density(double a, double x) {
    if (a > 1 && x == 0) {
      return 0;
    }
    return BetaFunctions.isLarge(a, a)
        ? scale(a, x) / x
        : Math.exp((a - 1) * Math.log(x) - x - DoubleGammaMath.lgamma(a));
  }

  private static boolean isOutside(double a, double x) {
    return !(a >= 0 && x >= 0) || (a == 0 && x == 0);
  }

  private static boolean isTail(double a, double x) {
    return x > 1 && x > a;
  }

  /** {@return x^a exp(-x) / gamma(a)} */
  static double scale(double a, double x) {
    return BetaFunctions.gammaPower(a, x);
  }

  private static double head(double a, double x, double scale, double error) {
    return scale == 0 ? scale / a : series(a, x, error) * scale / a;
  }

  private static double tail(double a, double x, double scale, double error) {
    return scale == 0 ? 0 : fraction(a, x, error) * scale;
  }

  /** The derivative of the head over the scale, times a. */
  private static double headSlope(double a, double x) {
    var sum = seriesAndSlope(a, x);
    return sum.value() * (Math.log(x) - DoubleGammaMath.digamma(a + 1)) + sum.slope();
  }

  /** The derivative of the tail over the scale. */
  private static double tailSlope(double a, double x) {
    var fraction = fractionAndSlope(a, x);
    return fraction.value() * (Math.log(x) - DoubleGammaMath.digamma(a)) + fraction.slope();
  }

  /** {@return the sum of x^n / ((a + 1) ... (a + n)) over n from 0 on} */
  private static double series(double a, double x, double error) {
    double r = a;
    double term = 1;
    double sum = 1;
    do {
      r += 1;
      term *= x / r;
      sum += term;
    } while (term > error * sum);
    return sum;
  }

  /** {@return the sum and its derivative along a} */
  private static Dual seriesAndSlope(double a, double x) {
    double r = a;
    double term = 1;
    double sum = 1;
    double termSlope = 0;
    double slope = 0;
    do {
      r += 1;
      termSlope = (termSlope - term / r) * (x / r);
      slope += termSlope;
      term *= x / r;
      sum += term;
    } while (Math.abs(termSlope) > EPSILON * Math.abs(slope));
    return new Dual(sum, slope);
  }

  /** {@return a bound of the number of terms; near x = a it grows with the square root of a} */
  private static int terms(double a) {
    return (int) Math.min(FEW_TERMS + 10 * Math.sqrt(a), MAX_TERMS);
  }

  /** {@return the factor that keeps numerators and denominators small} Only their ratio matters. */
  private static double shrink(double numerator) {
    return Math.abs(numerator) > 1 / EPSILON ? EPSILON : 1;
  }

  /** {@return the continued fraction of Q(a, x) over the scale, by its convergents p / q} */
  private static double fraction(double a, double x, double error) {
    double y = 1 - a;
    double z = x + y + 1;
    double p2 = 1;
    double q2 = x;
    double p1 = x + 1;
    double q1 = z * x;
    int terms = terms(a);
    for (int n = 1; n <= terms; n++) {
      y += 1;
      z += 2;
      double step = y * n;
      double p = p1 * z - p2 * step;
      double q = q1 * z - q2 * step;
      // This compares both convergents without a division.
      double product = p * q1;
      if (!(Math.abs(product - p1 * q) > error * Math.abs(product))) {
        return p / q;
      }
      double shrink = shrink(p);
      p2 = p1 * shrink;
      q2 = q1 * shrink;
      p1 = p * shrink;
      q1 = q * shrink;
    }
    return p1 / q1;
  }

  /** {@return the fraction and its derivative along a} */
  private static Dual fractionAndSlope(double a, double x) {
    double y = 1 - a;
    double z = x + y + 1;
    double p2 = 1;
    double q2 = x;
    double p1 = x + 1;
    double q1 = z * x;
    double dp2 = 0;
    double dq2 = 0;
    double dp1 = 0;
    double dq1 = -x;
    double value = p1 / q1;
    double slope = (dp1 - value * dq1) / q1;
    boolean settled = false;
    int terms = terms(a);
    for (int n = 1; n <= terms && !settled; n++) {
      y += 1;
      z += 2;
      double step = y * n;
      double p = p1 * z - p2 * step;
      double q = q1 * z - q2 * step;
      double dp = dp1 * z - p1 - dp2 * step + p2 * n;
      double dq = dq1 * z - q1 - dq2 * step + q2 * n;
      if (q != 0) {
        double before = slope;
        value = p / q;
        slope = (dp - value * dq) / q;
        settled = !(Math.abs(slope - before) > EPSILON);
      }
      double shrink = shrink(p);
      p2 = p1 * shrink;
      q2 = q1 * shrink;
      dp2 = dp1 * shrink;
      dq2 = dq1 * shrink;
      p1 = p * shrink;
      q1 = q * shrink;
      dp1 = dp * shrink;
      dq1 = dq * shrink;
    }
    return new Dual(value, slope);
  }
}
