package io.cambric.lax.special;

/**
 * The regularized incomplete beta function in double precision, by its continued fraction.
 *
 * @see <a href="https://dlmf.nist.gov/8.17">DLMF, 8.17.4 and 8.17.22</a>
 */
final class IncompleteBeta {

  private static final double EPSILON = Math.ulp(1.0) / 2;

  /** The number of terms for parameters that are not large. */
  private static final int FEW_TERMS = 600;

  private static final int MAX_TERMS = 1_000_000;

  private IncompleteBeta() {}

  /** {@return I_x(a, b)} */
  static double regularized(double a, double b, double x) {
    boolean inside = a >= 0 && b >= 0 && x >= 0 && x <= 1;
    boolean atZero = a == 0 || b == Double.POSITIVE_INFINITY;
    boolean atOne = b == 0 || a == Double.POSITIVE_INFINITY;
    if (!inside || (atZero && atOne)) {
      return Double.NaN;
    }
    // The whole distribution is at 0, or at 1.
    if (atZero || atOne) {
      return (atZero ? x > 0 : x == 1) ? 1 : 0;
    }
    if (x == 0 || x == 1) {
      return x;
    }
    // The fraction converges fast below the mean; above the mean, the other tail does.
    return x < (a + 1) / (a + b + 2) ? head(a, b, x) : 1 - head(b, a, 1 - x);
  }

  private static double head(double a, double b, double x) {
    return BetaFunctions.power(a, b, x) / a * fraction(a, b, x);
  }

  /** {@return x^(a-1) (1-x)^(b-1) / B(a, b)} */
  static double density(double a, double b, double x) {
    if (Math.min(a, b) > 1 && (x == 0 || x == 1)) {
      return 0;
    }
    return BetaFunctions.isLarge(a, b)
        ? BetaFunctions.power(a, b, x) / (x * (1 - x))
        : Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - BetaFunctions.logBeta(a, b));
  }

  /** The fraction by Lentz's method, modified by Thompson and Barnett. */
  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = 0;
    double value = 1;
    // Near the mean, the number of terms grows with the square root of the parameters.
    double terms = Math.min(FEW_TERMS + 10 * Math.sqrt(a + b), MAX_TERMS);
    for (int n = 1; n <= terms; n++) {
      double numerator = numerator(n, a, b, x);
      c = awayFromZero(1 + numerator / c);
      d = 1 / awayFromZero(1 + numerator * d);
      double ratio = c * d;
      value *= ratio;
      if (Math.abs(ratio - 1) < EPSILON) {
        break;
      }
    }
    return 1 / value;
  }

  private static double awayFromZero(double x) {
    return Math.abs(x) < EPSILON ? EPSILON : x;
  }

  private static double numerator(int n, double a, double b, double x) {
    int m = n / 2;
    return n % 2 == 0
        ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
  }
}
