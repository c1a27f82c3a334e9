package io.cambric.lax.special;

import io.cambric.kernel.scalar.DoubleGammaMath;
import java.util.stream.IntStream;

/**
 * Functions related to the gamma function without vector code, by asymptotic series and
 * recurrences.
 *
 * @see <a href="https://dlmf.nist.gov/5">DLMF, chapters 5 and 25.11</a>
 */
final class GammaFunctions {

  /** The argument from which the series have full precision. */
  private static final double LARGE = 15;

  /** Bernoulli numbers B2, B4, ... */
  private static final double[] BERNOULLI = {
    1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510
  };

  /** Terms of zeta before the Euler-Maclaurin formula, which then has full precision. */
  static final int ZETA_TERMS = 6;

  /** {@code (2 k)! / B(2 k)} for k from 1 on, in the Euler-Maclaurin formula. */
  static final double[] CORRECTIONS = {
    12,
    -720,
    30240,
    -1209600,
    47900160,
    -1307674368000.0 / 691,
    74724249600.0,
    -10670622842880000.0 / 3617,
    5109094217170944000.0 / 43867,
    -802857662698291200000.0 / 174611,
    14101100039391805440000.0 / 77683,
    -1693824136731743669452800000.0 / 236364091
  };

  private GammaFunctions() {}

  /** {@return log gamma(x) without Stirling's (x - 1/2) log(x) - x + log(2 pi) / 2, for large x} */
  static double stirlingSeries(double x) {
    double series = 0;
    double power = x;
    for (int k = 0; k < BERNOULLI.length; k++) {
      int n = 2 * (k + 1);
      series += BERNOULLI[k] / (n * (n - 1) * power);
      power *= x * x;
    }
    return series;
  }

  /** {@return the coefficients of {@link #stirlingSeries} in 1 / x^2, in reverse order} */
  static double[] stirlingCoefficients() {
    int count = BERNOULLI.length;
    return IntStream.rangeClosed(1, count)
        .mapToDouble(i -> BERNOULLI[count - i] / (2 * (count - i + 1) * (2 * (count - i + 1) - 1)))
        .toArray();
  }

  /** {@return the derivative of digamma of a whole order; NaN for any other order} */
  static double polygamma(double order, double x) {
    if (!(order >= 0) || order != Math.rint(order)) {
      return Double.NaN;
    }
    if (order <= 1) {
      return order == 0 ? DoubleGammaMath.digamma(x) : DoubleGammaMath.trigamma(x);
    }
    double factorial = Math.exp(DoubleGammaMath.lgamma(order + 1));
    return (order % 2 == 0 ? -1 : 1) * factorial * zeta(order + 1, x);
  }

  /** {@return the derivative of digamma of a whole order at a, minus the one at a + b} */
  static double polygammaDifference(int order, double a, double b) {
    if (!(a > 0 && a + b > 0)) {
      return polygamma(order, a) - polygamma(order, a + b);
    }
    double factorial = 1;
    for (int k = 2; k <= order; k++) {
      factorial *= k;
    }
    double sum = 0;
    double y = a;
    while (Math.min(y, y + b) < LARGE) {
      sum -= factorial * powerDifference(order + 1, y, b);
      y += 1;
    }
    // The asymptotic series, term by term.
    sum += order == 0 ? -Math.log1p(b / y) : -factorial / order * powerDifference(order, y, b);
    sum -= 0.5 * factorial * powerDifference(order + 1, y, b);
    double rising = factorial * (order + 1) / 2;
    for (int k = 0; k < BERNOULLI.length; k++) {
      int n = 2 * (k + 1);
      sum -= BERNOULLI[k] * rising * powerDifference(order + n, y, b);
      rising *= (order + n) * (order + n + 1.0) / ((n + 1.0) * (n + 2));
    }
    return order % 2 == 0 ? sum : -sum;
  }

  /** {@return x^-m - (x + b)^-m} */
  private static double powerDifference(int m, double x, double b) {
    return -Math.pow(x, -m) * Math.expm1(-m * Math.log1p(b / x));
  }

  /**
   * {@return the sum of (q + k)^-s over k from 0 on; NaN for a negative fractional q unless s is
   * whole}
   */
  static double zeta(double s, double q) {
    if (s == 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (!(s > 1) || Double.isInfinite(s) || !(q < Double.POSITIVE_INFINITY)) {
      // The limit at an infinite q is 0, but the sum of corrections in JAX gives NaN.
      return Double.NaN;
    }
    if (q > 0) {
      return zetaOfPositive(s, q);
    }
    if (q == Math.rint(q)) {
      // One term divides by zero. Only an even power has no sign of the zero.
      return s % 2 == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    if (s != Math.rint(s)) {
      return Double.NaN;
    }
    // Except for their sign, the terms below 0 are the first terms of another such sum.
    double below = -Math.floor(q);
    double mirrored = zetaOfPositive(s, 1 - below - q) - zetaOfPositive(s, 1 - q);
    return zetaOfPositive(s, q + below) + (s % 2 == 0 ? mirrored : -mirrored);
  }

  /** The sums of {@link GammaCode}. */
  private static double zetaOfPositive(double s, double q) {
    double sum = 0;
    for (int k = 0; k < ZETA_TERMS; k++) {
      sum += Math.pow(q + k, -s);
    }
    double x = q + ZETA_TERMS;
    double series = 0;
    for (int k = CORRECTIONS.length - 1; k >= 0; k--) {
      series = series * ((s + 2 * k + 1) * (s + 2 * k + 2) / (x * x)) + 1 / CORRECTIONS[k];
    }
    return sum + Math.pow(x, -s) * (x / (s - 1) + 0.5 + s / x * series);
  }
}
