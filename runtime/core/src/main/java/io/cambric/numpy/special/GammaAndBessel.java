package io.cambric.numpy.special;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.FloatParts;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Jvp;

/** Gamma, beta, zeta and Bessel functions. */
public final class GammaAndBessel {

  private GammaAndBessel() {}

  /** {@return the logarithm of the magnitude of the gamma function} */
  public static Array gammaln(Array x) {
    return Lax.lgamma(Operands.inexact(x));
  }

  /** {@return the sign of the gamma function; NaN where it is not defined} */
  public static Array gammasgn(Array x) {
    var real = Operands.inexact(x);
    var whole = Lax.floor(real);
    var isNegative = Lax.lt(real, Operands.constant(real, 0));
    var isOdd = Comparisons.notEqual(Arithmetic.mod(whole, 2), Operands.constant(whole, 0));
    var isPole = Logic.logicalAnd(isNegative, Lax.eq(real, whole));
    var zero = Logic.logicalAnd(Lax.eq(real, Operands.constant(real, 0)), FloatParts.signbit(real));
    var minus = Logic.logicalOr(Logic.logicalAnd(isNegative, isOdd), zero);
    var sign = Lax.select(minus, Lax.fullLike(real, -1), Lax.fullLike(real, 1));
    var undefined = Logic.logicalOr(isPole, FloatParts.isnan(real));
    return Lax.select(undefined, Lax.fullLike(real, Double.NaN), sign);
  }

  /** {@return the gamma function} */
  public static Array gamma(Array x) {
    var real = Operands.inexact(x);
    return Lax.mul(gammasgn(real), Lax.exp(Lax.lgamma(real)));
  }

  /** {@return the factorial of n, {@code gamma(n + 1)}; 0 for negative numbers} */
  public static Array factorial(Array n) {
    var real = Operands.inexact(n);
    var zero = Operands.constant(real, 0);
    var value = Lax.exp(Lax.lgamma(Lax.add(real, Operands.constant(real, 1))));
    return Lax.select(Lax.lt(real, zero), zero, value);
  }

  /** {@return the logarithmic derivative of the gamma function} */
  public static Array digamma(Array x) {
    return Lax.digamma(Operands.inexact(x));
  }

  /** {@return the derivative of {@link #digamma} of order n, whole numbers} */
  public static Array polygamma(Array n, Array x) {
    Operands.requireInteger("polygamma", "an order", n);
    return Operands.inexactBinary("polygamma", Lax::polygamma, n, x);
  }

  /** {@return the derivative of {@link #digamma} of order n} */
  public static Array polygamma(int n, Array x) {
    var real = Operands.inexact(x);
    return Lax.polygamma(Operands.constant(real, n), real);
  }

  /**
   * {@return the logarithm of the multivariate gamma function of dimension d}
   *
   * @see <a href="https://dlmf.nist.gov/35.3">DLMF, 35.3</a>
   */
  public static Array multigammaln(Array x, int d) {
    var real = Operands.inexact(x);
    var sum = Operands.constant(real, 0.25 * d * (d - 1) * Math.log(Math.PI));
    for (int i = 0; i < d; i++) {
      sum = Lax.add(sum, Lax.lgamma(Lax.sub(real, Operands.constant(real, 0.5 * i))));
    }
    return sum;
  }

  /** {@return the lower regularized incomplete gamma function P(a, x)} */
  public static Array gammainc(Array a, Array x) {
    return Operands.inexactBinary("gammainc", Lax::igamma, a, x);
  }

  /** {@return the upper regularized incomplete gamma function Q(a, x)} */
  public static Array gammaincc(Array a, Array x) {
    return Operands.inexactBinary("gammaincc", Lax::igammac, a, x);
  }

  /**
   * {@return the logarithm of the magnitude of the beta function}
   *
   * <p>Large operands do not use a difference of logarithms of gamma functions, which would lose
   * digits.
   *
   * @see <a href="https://doi.org/10.1145/131766.131776">DiDonato and Morris, 1992</a>
   */
  public static Array betaln(Array a, Array b) {
    return Operands.inexactBinary("betaln", Lax::logBeta, a, b);
  }

  /** {@return the beta function; NaN at infinities where the sign changes} */
  public static Array beta(Array a, Array b) {
    return Operands.inexactBinary("beta", Lax::beta, a, b);
  }

  /** {@return the regularized incomplete beta function I_x(a, b)} */
  public static Array betainc(Array a, Array b, Array x) {
    var operands = Operands.broadcast("betainc", Operands.inexact(a, b, x));
    return Lax.betainc(operands.get(0), operands.get(1), operands.get(2));
  }

  /** {@return Hurwitz's zeta function, the sum of {@code (q + k)^-x} over k from 0 on} */
  public static Array zeta(Array x, Array q) {
    return Operands.inexactBinary("zeta", Lax::zeta, x, q);
  }

  /** {@return the modified Bessel function of the first kind of order 0} */
  public static Array i0(Array x) {
    return bessel(0, Operands.inexact(x));
  }

  /** {@return {@link #i0} times exp(-|x|)} */
  public static Array i0e(Array x) {
    return Lax.besselI0e(Operands.inexact(x));
  }

  /** {@return the modified Bessel function of the first kind of order 1} */
  public static Array i1(Array x) {
    return bessel(1, Operands.inexact(x));
  }

  /**
   * The derivative is explicit, because the derivatives of the factors have kinks and poles that
   * cancel.
   */
  private static Array bessel(int order, Array x) {
    ArrayFn value = a -> Lax.mul(Lax.exp(Lax.abs(a)), Lax.besselIe(order, a));
    return Transforms.customJvp(
            value,
            (a, tangent) -> new Jvp<>(bessel(order, a), Lax.mul(tangent, besselSlope(order, a))))
        .apply(x);
  }

  /**
   * {@return the mean of the functions of the neighbouring orders}
   *
   * @see <a href="https://dlmf.nist.gov/10.29">DLMF, 10.29.1</a>
   */
  private static Array besselSlope(int order, Array x) {
    var next = bessel(order + 1, x);
    return order == 0
        ? next
        : Lax.mul(Operands.constant(x, 0.5), Lax.add(bessel(order - 1, x), next));
  }

  /** {@return {@link #i1} times exp(-|x|)} */
  public static Array i1e(Array x) {
    return Lax.besselI1e(Operands.inexact(x));
  }
}
