package io.cambric.lax.special;

import io.cambric.kernel.scalar.DoubleGammaMath;

/**
 * The beta function and related functions in double precision. Logarithms of gamma functions of
 * large arguments are never subtracted. If two are large, only their corrections to Stirling's
 * formula are subtracted.
 *
 * @see <a href="https://doi.org/10.1145/131766.131776">DiDonato and Morris, Algorithm 708, 1992:
 *     bcorr, betaln, brcomp</a>
 * @see <a href="https://dlmf.nist.gov/5.12">DLMF, 5.5.3 and 5.12.1</a>
 */
final class BetaFunctions {

  /** The argument from which Stirling's formula has full precision with its correction. */
  static final double LARGE = 10;

  private BetaFunctions() {}

  /** {@return log|B(a, b)|} */
  static double logBeta(double a, double b) {
    double p = Math.min(a, b);
    double q = Math.max(a, b);
    if (p > 0) {
      return logOfPositive(p, q);
    }
    if (Double.isNaN(p) || p == Double.NEGATIVE_INFINITY) {
      return Double.NaN;
    }
    if (isWhole(p) || (q <= 0 && isWhole(q))) {
      return logAtPole(p, q);
    }
    // Reflection gives the gamma functions of negative numbers.
    if (q < 0) {
      double ratio = sinPi(p + q) / (sinPi(p) * sinPi(q));
      return Math.log(Math.PI * ratio / (1 - p - q)) - logOfPositive(1 - p, 1 - q);
    }
    return p + q > 0
        ? Math.log(Math.PI / (sinPi(p) * q)) - logOfPositive(p + q, 1 - p)
        : Math.log(sinPi(p + q) / sinPi(p)) + logOfPositive(q, 1 - p - q);
  }

  private static double logAtPole(double p, double q) {
    return isLimit(p, q) ? logOfPositive(q, 1 - p - q) : Double.POSITIVE_INFINITY;
  }

  /**
   * Whether a pole of gamma(p + q) meets a pole of gamma(p), for a whole p, and gamma(q) has none.
   */
  private static boolean isLimit(double p, double q) {
    return q > 0 && isWhole(q) && p + q <= 0;
  }

  private static double logOfPositive(double a, double b) {
    double p = Math.min(a, b);
    double q = Math.max(a, b);
    if (q == Double.POSITIVE_INFINITY) {
      return Double.NEGATIVE_INFINITY;
    }
    double sum = p + q;
    if (p >= LARGE) {
      double correction =
          GammaFunctions.stirlingSeries(p)
              + GammaFunctions.stirlingSeries(q)
              - GammaFunctions.stirlingSeries(sum);
      double root = 0.5 * Math.log(2 * Math.PI / q);
      return root + correction + (p - 0.5) * Math.log(p / sum) + q * Math.log1p(-p / sum);
    }
    if (q >= LARGE) {
      double correction = GammaFunctions.stirlingSeries(q) - GammaFunctions.stirlingSeries(sum);
      double rest = p * (1 - Math.log(sum)) + (q - 0.5) * Math.log1p(-p / sum);
      return DoubleGammaMath.lgamma(p) + correction + rest;
    }
    return DoubleGammaMath.lgamma(p) + (DoubleGammaMath.lgamma(q) - DoubleGammaMath.lgamma(sum));
  }

  /** {@return B(a, b) with its sign; NaN at infinities where the sign changes} */
  static double beta(double a, double b) {
    double size = Math.exp(logBeta(a, b));
    if (size == 0) {
      return 0;
    }
    if (isWhole(Math.min(a, b)) && isLimit(Math.min(a, b), Math.max(a, b))) {
      return Math.max(a, b) % 2 == 0 ? size : -size;
    }
    return size * gammaSign(a) * gammaSign(b) * gammaSign(a + b);
  }

  private static double gammaSign(double x) {
    if (x > 0) {
      return 1;
    }
    if (x == 0) {
      return Math.copySign(1, x);
    }
    return isWhole(x) ? Double.NaN : Math.floor(x) % 2 == 0 ? 1 : -1;
  }

  /** {@return x^a (1 - x)^b / B(a, b) for positive a and b} */
  static double power(double a, double b, double x) {
    if (!isLarge(a, b)) {
      return Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
    }
    // The power is computed relative to the mean, where it is largest.
    double sum = a + b;
    double correction =
        GammaFunctions.stirlingSeries(a)
            + GammaFunctions.stirlingSeries(b)
            - GammaFunctions.stirlingSeries(sum);
    double exponent = a * belowLine(sum * x / a) + b * belowLine(sum * (1 - x) / b) - correction;
    return Math.sqrt(a / sum * b / (2 * Math.PI)) * Math.exp(exponent);
  }

  /** {@return x^a exp(-x) / gamma(a) for positive a} */
  static double gammaPower(double a, double x) {
    return a >= LARGE
        ? Math.sqrt(a / (2 * Math.PI))
            * Math.exp(a * belowLine(x / a) - GammaFunctions.stirlingSeries(a))
        : Math.exp(a * Math.log(x) - x - DoubleGammaMath.lgamma(a));
  }

  /** {@return whether {@link #power} needs no logarithm of B(a, b)} */
  static boolean isLarge(double a, double b) {
    return Math.min(a, b) >= LARGE;
  }

  /** How far the logarithm is below its tangent at 1. */
  private static double belowLine(double x) {
    double distance = x - 1;
    return (Math.abs(distance) < 0.5 ? Math.log1p(distance) : Math.log(x)) - distance;
  }

  private static boolean isWhole(double x) {
    return x == Math.rint(x);
  }

  /**
   * {@return |sin(pi x)|} The angle is reduced first, because sin(pi x) of a large x has no digits.
   */
  private static double sinPi(double x) {
    return Math.abs(Math.sin(Math.PI * (x - Math.rint(x))));
  }
}
