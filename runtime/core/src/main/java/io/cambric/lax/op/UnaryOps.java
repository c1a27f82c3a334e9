package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.dims.RoundingMethod;
import java.util.List;

/** The elementwise operations of one operand. */
public final class UnaryOps {

  private UnaryOps() {}

  /** {@return -x} */
  public static Array neg(Array x) {
    return Trace.bind(new Neg(), x);
  }

  /** {@return the absolute value} */
  public static Array abs(Array x) {
    return Trace.bind(new Abs(), x);
  }

  /** {@return -1, 0 or 1, with the sign of x} */
  public static Array sign(Array x) {
    return Trace.bind(new Sign(), x);
  }

  /** {@return the square root} */
  public static Array sqrt(Array x) {
    return Trace.bind(new Sqrt(), x);
  }

  /** {@return the reciprocal of the square root} */
  public static Array rsqrt(Array x) {
    return Trace.bind(new Rsqrt(), x);
  }

  /** {@return the cube root} */
  public static Array cbrt(Array x) {
    return Trace.bind(new Cbrt(), x);
  }

  /** {@return x * x} */
  public static Array square(Array x) {
    return Trace.bind(new Square(), x);
  }

  /** {@return e to the power of x} */
  public static Array exp(Array x) {
    return Trace.bind(new Exp(), x);
  }

  /** {@return 2 to the power of x} */
  public static Array exp2(Array x) {
    return Trace.bind(new Exp2(), x);
  }

  /** {@return exp(x) - 1, exact for small x} */
  public static Array expm1(Array x) {
    return Trace.bind(new Expm1(), x);
  }

  /** {@return the natural logarithm} */
  public static Array log(Array x) {
    return Trace.bind(new Log(), x);
  }

  /** {@return log(1 + x), exact for small x} */
  public static Array log1p(Array x) {
    return Trace.bind(new Log1p(), x);
  }

  /** {@return the hyperbolic tangent} */
  public static Array tanh(Array x) {
    return Trace.bind(new Tanh(), x);
  }

  /** {@return 1 / (1 + exp(-x))} */
  public static Array logistic(Array x) {
    return Trace.bind(new Logistic(), x);
  }

  /** {@return the sine, of radians} */
  public static Array sin(Array x) {
    return Trace.bind(new Sin(), x);
  }

  /** {@return the cosine, of radians} */
  public static Array cos(Array x) {
    return Trace.bind(new Cos(), x);
  }

  /** {@return the tangent, of radians} */
  public static Array tan(Array x) {
    return Trace.bind(new Tan(), x);
  }

  /** {@return the inverse sine, in radians} */
  public static Array asin(Array x) {
    return Trace.bind(new Asin(), x);
  }

  /** {@return the inverse cosine, in radians} */
  public static Array acos(Array x) {
    return Trace.bind(new Acos(), x);
  }

  /** {@return the inverse tangent, in radians} */
  public static Array atan(Array x) {
    return Trace.bind(new Atan(), x);
  }

  /** {@return the hyperbolic sine} */
  public static Array sinh(Array x) {
    return Trace.bind(new Sinh(), x);
  }

  /** {@return the hyperbolic cosine} */
  public static Array cosh(Array x) {
    return Trace.bind(new Cosh(), x);
  }

  /** {@return the inverse hyperbolic sine} */
  public static Array asinh(Array x) {
    return Trace.bind(new Asinh(), x);
  }

  /** {@return the inverse hyperbolic cosine} */
  public static Array acosh(Array x) {
    return Trace.bind(new Acosh(), x);
  }

  /** {@return the inverse hyperbolic tangent} */
  public static Array atanh(Array x) {
    return Trace.bind(new Atanh(), x);
  }

  /** {@return the error function} */
  public static Array erf(Array x) {
    return Trace.bind(new Erf(), x);
  }

  /** {@return 1 - erf(x)} */
  public static Array erfc(Array x) {
    return Trace.bind(new Erfc(), x);
  }

  /** {@return the inverse of the error function} */
  public static Array erfInv(Array x) {
    return Trace.bind(new ErfInv(), x);
  }

  /** {@return whether x is neither infinite nor NaN, elementwise} */
  public static Array isFinite(Array x) {
    return Trace.bind(new IsFinite(), x);
  }

  /** {@return the largest whole number not above x} */
  public static Array floor(Array x) {
    return Trace.bind(new Rounding(ScalarOp.FLOOR), x);
  }

  /** {@return the smallest whole number not below x} */
  public static Array ceil(Array x) {
    return Trace.bind(new Rounding(ScalarOp.CEIL), x);
  }

  /** {@return the nearest whole number, halves away from zero} */
  public static Array round(Array x) {
    return round(x, RoundingMethod.AWAY_FROM_ZERO);
  }

  /** {@return the nearest whole number} */
  public static Array round(Array x, RoundingMethod method) {
    return Trace.bind(new Round(method), x);
  }

  /** {@return x to a fixed integer power} */
  public static Array integerPow(Array x, int y) {
    return Trace.bind(new IntegerPow(y), x);
  }

  /** {@return the bits of x inverted; for bool, the negation} */
  public static Array not(Array x) {
    return Trace.bind(new Bitwise(ScalarOp.NOT), x);
  }

  /** {@return the number of bits that are 1} */
  public static Array populationCount(Array x) {
    return Trace.bind(new BitCount(ScalarOp.POPULATION_COUNT), x);
  }

  /** {@return the number of leading zero bits} */
  public static Array clz(Array x) {
    return Trace.bind(new BitCount(ScalarOp.CLZ), x);
  }

  /** {@return max(x, 0), with derivative 0 at 0} */
  public static Array relu(Array x) {
    return Trace.bind(new Relu(), x);
  }

  /** {@return x in another dtype} */
  public static Array convertElementType(Array x, DType dtype) {
    return convertElementType(x, dtype, false);
  }

  /**
   * {@return x in another dtype, optionally weakly typed; x itself if it already has this dtype}
   */
  public static Array convertElementType(Array x, DType dtype, boolean weak) {
    return x.dtype() == dtype && x.aval().weak() == weak
        ? x
        : Trace.bind(new ConvertElementType(dtype, weak), x);
  }

  /**
   * {@return the bits of x as another dtype; a wider dtype consumes the last axis, a narrower dtype
   * adds an axis}
   */
  public static Array bitcastConvertType(Array x, DType dtype) {
    return x.dtype() == dtype && !x.aval().weak()
        ? x
        : Trace.bind(new BitcastConvertType(dtype), x);
  }

  /**
   * {@return x rounded to a floating format, without change of dtype}
   *
   * @param exponentBits of the format, at least 1
   * @param mantissaBits bits of the mantissa, without the implicit leading bit
   */
  public static Array reducePrecision(Array x, int exponentBits, int mantissaBits) {
    return Trace.bind(new ReducePrecision(exponentBits, mantissaBits), x);
  }

  /** {@return x, as a constant for differentiation} */
  public static Array stopGradient(Array x) {
    return x.dtype().isFloating() ? Trace.bind(new StopGradient(), x) : x;
  }

  /**
   * {@return the arrays, behind a compiler barrier} Later work is neither merged with earlier work
   * nor moved in front of it.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.optimization_barrier.html">lax.optimization_barrier</a>
   */
  public static List<Array> optimizationBarrier(List<? extends Array> arrays) {
    return Trace.bind(new OptimizationBarrier(), arrays);
  }
}
