package io.cambric.lax.special;

import io.cambric.kernel.scalar.DoubleGammaMath;

/**
 * Relatives of the gamma function without vector code, by their asymptotic series and recurrences.
 *
 * @see <a href="https://dlmf.nist.gov/5">DLMF, chapters 5 and 25.11</a>
 */
final class GammaFunctions {

  /** From here on the series have full precision. */
  private static final double LARGE = 15;

  /** Bernoulli numbers B2, B4, ... */
  private static final double[] BERNOULLI = {
    1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510
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

  /** {@return the derivative of digamma of a whole order; NaN for another} */
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

  /** {@return the derivative of digamma of a whole order at a, less that at a + b} */
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
   * {@return the sum of (q + k)^-s over k from 0 on; for a negative q that is not whole, of a whole
   * s only, else NaN}
   */
  static double zeta(double s, double q) {
    if (s == 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (!(s > 1) || Double.isInfinite(s) || !(q < Double.POSITIVE_INFINITY)) {
      // The limit at infinite q is 0; JAX's sum of corrections gives NaN there.
      return Double.NaN;
    }
    if (q > 0) {
      return zetaOfPositive(s, q);
    }
    if (q == Math.rint(q)) {
      // One term divides by zero, whose sign only an even power has not.
      return s % 2 == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    if (s != Math.rint(s)) {
      return Double.NaN;
    }
    // The terms below 0 are, but for their sign, the first ones of another such sum.
    double below = -Math.floor(q);
    double mirrored = zetaOfPositive(s, 1 - below - q) - zetaOfPositive(s, 1 - q);
    return zetaOfPositive(s, q + below) + (s % 2 == 0 ? mirrored : -mirrored);
  }

  private static double zetaOfPositive(double s, double q) {
    double sum = 0;
    double y = q;
    while (y < LARGE) {
      sum += Math.pow(y, -s);
      y += 1;
    }
    // Euler-Maclaurin for the rest.
    sum += Math.pow(y, 1 - s) / (s - 1) + 0.5 * Math.pow(y, -s);
    double rising = s;
    double power = Math.pow(y, -s - 1);
    double factorial = 2;
    for (int k = 0; k < BERNOULLI.length; k++) {
      sum += BERNOULLI[k] * rising * power / factorial;
      int n = 2 * (k + 1);
      rising *= (s + n - 1.0) * (s + n);
      factorial *= (n + 1.0) * (n + 2);
      power /= y * y;
    }
    return sum;
  }
}
