package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import java.util.function.UnaryOperator;

/** Functions of real analysis and rounding; integers become the default floating dtype. */
final class MathFunctions {

  private MathFunctions() {}

  /** {@return e to the power of x} */
  public static Array exp(Array x) {
    return Lax.exp(Operands.inexact(x));
  }

  /** {@return 2 to the power of x} */
  public static Array exp2(Array x) {
    return Lax.exp2(Operands.inexact(x));
  }

  /** {@return e to the power of x, less 1, exact near 0} */
  public static Array expm1(Array x) {
    return Lax.expm1(Operands.inexact(x));
  }

  /** {@return the natural logarithm} */
  public static Array log(Array x) {
    return Lax.log(Operands.inexact(x));
  }

  /** {@return the natural logarithm of 1 + x, exact near 0} */
  public static Array log1p(Array x) {
    return Lax.log1p(Operands.inexact(x));
  }

  /** {@return the logarithm to base 2} */
  public static Array log2(Array x) {
    var real = Operands.inexact(x);
    return Lax.div(Lax.log(real), Operands.constant(real, Math.log(2)));
  }

  /** {@return the logarithm to base 10} */
  public static Array log10(Array x) {
    var real = Operands.inexact(x);
    return Lax.mul(Lax.log(real), Operands.constant(real, 0.4342944819032518));
  }

  /**
   * {@return log(exp(x) + exp(y)) without overflow}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.logaddexp.html">jnp.logaddexp</a>
   */
  public static Array logaddexp(Array x, Array y) {
    return Operands.inexactBinary("logaddexp", Lax::logaddexp, x, y);
  }

  /** {@return log2(2^x + 2^y) without overflow} */
  public static Array logaddexp2(Array x, Array y) {
    return Operands.inexactBinary("logaddexp2", MathFunctions::logaddexpInBits, x, y);
  }

  private static Array logaddexpInBits(Array x, Array y) {
    var ln2 = Operands.constant(x, Math.log(2));
    return Lax.div(Lax.logaddexp(Lax.mul(x, ln2), Lax.mul(y, ln2)), ln2);
  }

  /** {@return the square root} */
  public static Array sqrt(Array x) {
    return Lax.sqrt(Operands.inexact(x));
  }

  /** {@return the cube root} */
  public static Array cbrt(Array x) {
    return Lax.cbrt(Operands.inexact(x));
  }

  /** {@return the sine, of radians} */
  public static Array sin(Array x) {
    return Lax.sin(Operands.inexact(x));
  }

  /** {@return the cosine, of radians} */
  public static Array cos(Array x) {
    return Lax.cos(Operands.inexact(x));
  }

  /** {@return the tangent, of radians} */
  public static Array tan(Array x) {
    return Lax.tan(Operands.inexact(x));
  }

  /** {@return the angle whose sine is x, in radians} */
  public static Array arcsin(Array x) {
    return Lax.asin(Operands.inexact(x));
  }

  /** {@return the angle whose cosine is x, in radians} */
  public static Array arccos(Array x) {
    return Lax.acos(Operands.inexact(x));
  }

  /** {@return the angle whose tangent is x, in radians} */
  public static Array arctan(Array x) {
    return Lax.atan(Operands.inexact(x));
  }

  /** {@return the angle of the point (x, y), in radians} */
  public static Array arctan2(Array y, Array x) {
    return Operands.inexactBinary("arctan2", Lax::atan2, y, x);
  }

  /** {@return the hyperbolic sine} */
  public static Array sinh(Array x) {
    return Lax.sinh(Operands.inexact(x));
  }

  /** {@return the hyperbolic cosine} */
  public static Array cosh(Array x) {
    return Lax.cosh(Operands.inexact(x));
  }

  /** {@return the inverse hyperbolic sine} */
  public static Array arcsinh(Array x) {
    return Lax.asinh(Operands.inexact(x));
  }

  /** {@return the inverse hyperbolic cosine} */
  public static Array arccosh(Array x) {
    return Lax.acosh(Operands.inexact(x));
  }

  /** {@return the inverse hyperbolic tangent} */
  public static Array arctanh(Array x) {
    return Lax.atanh(Operands.inexact(x));
  }

  /**
   * {@return the length of the vector (x, y), without overflow}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.hypot.html">jnp.hypot</a>
   */
  public static Array hypot(Array x, Array y) {
    return Operands.inexactBinary("hypot", MathFunctions::length, x, y);
  }

  private static Array length(Array x, Array y) {
    var a = Lax.abs(x);
    var b = Lax.abs(y);
    var infinite = Lax.bitwiseOr(WhereFunctions.isposinf(a), WhereFunctions.isposinf(b));
    var larger = Lax.max(a, b);
    var smaller = Lax.min(a, b);
    var one = Operands.constant(larger, 1);
    var none = Lax.eq(larger, Operands.constant(larger, 0));
    var ratio = Lax.div(smaller, Lax.select(none, one, larger));
    var length = Lax.mul(larger, Lax.sqrt(Lax.add(one, Lax.square(ratio))));
    return Lax.select(
        infinite,
        Operands.constant(length, Double.POSITIVE_INFINITY),
        Lax.select(none, larger, length));
  }

  /** {@return degrees as radians} */
  public static Array deg2rad(Array x) {
    var real = Operands.inexact(x);
    return Lax.mul(real, Operands.constant(real, Math.PI / 180));
  }

  /** {@return radians as degrees} */
  public static Array rad2deg(Array x) {
    var real = Operands.inexact(x);
    return Lax.mul(real, Operands.constant(real, 180 / Math.PI));
  }

  /** {@return the largest whole number not above x; integers as they are} */
  public static Array floor(Array x) {
    return rounded(x, Lax::floor);
  }

  /** {@return the smallest whole number not below x; integers as they are} */
  public static Array ceil(Array x) {
    return rounded(x, Lax::ceil);
  }

  /** {@return the whole number next to x towards 0; integers as they are} */
  public static Array trunc(Array x) {
    return rounded(
        x,
        real ->
            Lax.select(Lax.lt(real, Operands.constant(real, 0)), Lax.ceil(real), Lax.floor(real)));
  }

  private static Array rounded(Array x, UnaryOperator<Array> rounding) {
    return x.dtype().isFloating() ? rounding.apply(x) : x;
  }

  /** {@return the nearest whole number, half way to the even one; integers become floating} */
  public static Array rint(Array x) {
    return Lax.round(Operands.inexact(x), RoundingMethod.TO_NEAREST_EVEN);
  }

  /** {@return the nearest whole number, half way to the even one; integers as they are} */
  public static Array round(Array x) {
    return round(x, 0);
  }

  /**
   * {@return x rounded to a number of decimals, half way to the even digit}
   *
   * @param decimals how many digits after the point are kept; negative rounds before it
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.round.html">jnp.round</a>
   */
  public static Array round(Array x, int decimals) {
    if (x.dtype() == DType.BOOL) {
      throw new DTypeException(
          "round needs numbers, but got %s. Convert bools with astype(DType.I32)."
              .formatted(x.aval()));
    }
    if (!x.dtype().isFloating()) {
      return x;
    }
    if (decimals == 0) {
      return Lax.round(x, RoundingMethod.TO_NEAREST_EVEN);
    }
    // Half precision overflows when it is scaled.
    var wide = x.dtype() == DType.F16 ? Lax.convertElementType(x, DType.F32) : x;
    var factor = Operands.constant(wide, Math.pow(10, decimals));
    var scaled = Lax.round(Lax.mul(wide, factor), RoundingMethod.TO_NEAREST_EVEN);
    return Lax.convertElementType(Lax.div(scaled, factor), x.dtype(), x.aval().weak());
  }
}
