package io.cambric.lax.special;

import io.cambric.core.Array;
import io.cambric.core.Trace;

/**
 * Gamma, incomplete gamma and beta, Bessel and zeta functions. Most are computed in double
 * precision and rounded to the dtype of the operands.
 */
public final class SpecialOps {

  private SpecialOps() {}

  /** {@return the logarithm of the absolute value of the gamma function} */
  public static Array lgamma(Array x) {
    return Trace.bind(new Lgamma(), x);
  }

  /** {@return the logarithmic derivative of the gamma function} */
  public static Array digamma(Array x) {
    return Trace.bind(new Digamma(), x);
  }

  /**
   * {@return a derivative of {@link #digamma}}
   *
   * @param m the orders of the derivative, whole numbers in the dtype of x
   */
  public static Array polygamma(Array m, Array x) {
    return Trace.bind(new Polygamma(), m, x);
  }

  /** {@return Hurwitz's zeta function, the sum of {@code (q + k)^-x} over k from 0 on} */
  public static Array zeta(Array x, Array q) {
    return Trace.bind(new Zeta(), x, q);
  }

  /** {@return the lower regularized incomplete gamma function P(a, x)} */
  public static Array igamma(Array a, Array x) {
    return Trace.bind(new Igamma(false), a, x);
  }

  /** {@return the upper regularized incomplete gamma function Q(a, x)} */
  public static Array igammac(Array a, Array x) {
    return Trace.bind(new Igamma(true), a, x);
  }

  /** {@return the derivative of {@link #igamma} along a} */
  public static Array igammaGradA(Array a, Array x) {
    return Trace.bind(new IgammaGradA(), a, x);
  }

  /** {@return the derivative along a of samples x of the gamma distribution} */
  public static Array randomGammaGrad(Array a, Array x) {
    return Trace.bind(new RandomGammaGrad(), a, x);
  }

  /** {@return the logarithm of the absolute value of the beta function} */
  public static Array logBeta(Array a, Array b) {
    return Trace.bind(new LogBeta(), a, b);
  }

  /** {@return the beta function; NaN at infinities where the sign changes} */
  public static Array beta(Array a, Array b) {
    return Trace.bind(new Beta(), a, b);
  }

  /** {@return the regularized incomplete beta function I_x(a, b)} */
  public static Array betainc(Array a, Array b, Array x) {
    return Trace.bind(new RegularizedIncompleteBeta(), a, b, x);
  }

  /** {@return sin(x) / x, and 1 at 0} */
  public static Array sinOverX(Array x) {
    return Trace.bind(new SinOverX(), x);
  }

  /** {@return exp(-|x|) times the modified Bessel function of the first kind of order 0} */
  public static Array besselI0e(Array x) {
    return Trace.bind(new BesselI0e(), x);
  }

  /** {@return exp(-|x|) times the modified Bessel function of the first kind of order 1} */
  public static Array besselI1e(Array x) {
    return Trace.bind(new BesselI1e(), x);
  }

  /**
   * {@return exp(-|x|) times the modified Bessel function of the first kind of a whole order}
   *
   * @param order the order, 0 or more
   */
  public static Array besselIe(int order, Array x) {
    return switch (order) {
      case 0 -> besselI0e(x);
      case 1 -> besselI1e(x);
      default -> Trace.bind(new ScaledBessel(order, 0), x);
    };
  }
}
