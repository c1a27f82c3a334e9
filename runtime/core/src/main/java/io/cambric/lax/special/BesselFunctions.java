package io.cambric.lax.special;

/**
 * Derivatives of any order of modified Bessel functions of the first kind, scaled by {@code
 * exp(-|x|)}, by their series.
 */
final class BesselFunctions {

  /** The argument from which the series in 1 / x has full precision before its terms grow. */
  private static final double ASYMPTOTIC = 30;

  private BesselFunctions() {}

  /**
   * {@return a derivative of exp(-x) I_n(x), for x from 0 on and of any order; at 0, the derivative
   * of I_n(x)}
   *
   * @see <a href="https://dlmf.nist.gov/10.29">DLMF, 10.29.5 and 10.40.1</a>
   */
  static double scaledDerivative(int n, int order, double x) {
    if (x >= ASYMPTOTIC) {
      return asymptoticDerivative(n, order, x);
    }
    if (x == 0) {
      return derivative(n, order, 0);
    }
    double sum = 0;
    double binomial = 1;
    for (int j = order; j >= 0; j--) {
      sum += ((order - j) % 2 == 0 ? binomial : -binomial) * derivative(n, j, x);
      binomial = binomial * j / (order - j + 1);
    }
    return sum * Math.exp(-x);
  }

  /** The mean of the derivatives of both neighbouring degrees, recursively. */
  private static double derivative(int n, int order, double x) {
    double sum = 0;
    double binomial = 1;
    for (int i = 0; i <= order; i++) {
      sum += binomial * powerSeries(Math.abs(n - order + 2 * i), x);
      binomial = binomial * (order - i) / (i + 1);
    }
    return Math.scalb(sum, -order);
  }

  /** I_n(x). All terms are positive, so none cancels. NaN stays NaN. */
  private static double powerSeries(int n, double x) {
    double term = 1;
    for (int k = 1; k <= n; k++) {
      term *= x / (2 * k);
    }
    double sum = term;
    for (int k = 1; term > sum * 0x1p-60; k++) {
      term *= x * x / (4.0 * k * (k + n));
      sum += term;
    }
    return sum;
  }

  /** The series in 1 / x, differentiated term by term. */
  private static double asymptoticDerivative(int n, int order, double x) {
    double term = 1 / Math.sqrt(2 * Math.PI * x);
    for (int i = 0; i < order; i++) {
      term *= -(0.5 + i) / x;
    }
    double sum = term;
    for (int m = 1; Math.abs(term) > Math.abs(sum) * 0x1p-60; m++) {
      double odd = 2 * m - 1;
      term *= (odd * odd - 4.0 * n * n) / (8 * m * x) * (m - 0.5 + order) / (m - 0.5);
      sum += term;
    }
    return sum;
  }
}
