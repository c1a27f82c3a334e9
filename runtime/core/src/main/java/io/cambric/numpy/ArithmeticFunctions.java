package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic, element by element, broadcast and promoted. */
final class ArithmeticFunctions {

  private ArithmeticFunctions() {}

  /** {@return x + y; the logical or of bools} */
  public static Array add(Array x, Array y) {
    return Operands.binary(
        "add", (a, b) -> a.dtype() == DType.BOOL ? Lax.bitwiseOr(a, b) : Lax.add(a, b), x, y);
  }

  /** {@return x - y} */
  public static Array subtract(Array x, Array y) {
    return Operands.binary("subtract", Lax::sub, x, y);
  }

  /** {@return x - y} */
  public static Array subtract(double x, Array y) {
    return subtract(Operands.number(y, x), y);
  }

  /** {@return x * y; the logical and of bools} */
  public static Array multiply(Array x, Array y) {
    return Operands.binary(
        "multiply", (a, b) -> a.dtype() == DType.BOOL ? Lax.bitwiseAnd(a, b) : Lax.mul(a, b), x, y);
  }

  /**
   * {@return the true quotient; integers become the default floating dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.divide.html">jnp.divide</a>
   */
  public static Array divide(Array x, Array y) {
    return Operands.inexactBinary("divide", Lax::div, x, y);
  }

  /** {@return the true quotient, the other name of {@link #divide}} */
  public static Array trueDivide(Array x, Array y) {
    return divide(x, y);
  }

  /** {@return the true quotient} */
  public static Array divide(double x, Array y) {
    return divide(Operands.number(y, x), y);
  }

  /**
   * {@return the quotient rounded down; integers stay integers, and by 0 give what {@code lax.div}
   * gives}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.floor_divide.html">jnp.floor_divide</a>
   */
  public static Array floorDivide(Array x, Array y) {
    return Operands.numericBinary("floor_divide", ArithmeticFunctions::floorQuotient, x, y);
  }

  /** {@return x divided by a number, rounded down} */
  public static Array floorDivide(Array x, double y) {
    return floorDivide(x, Operands.number(x, y));
  }

  private static Array floorQuotient(Array x, Array y) {
    if (x.dtype().kind() == DType.Kind.UNSIGNED) {
      return Lax.div(x, y);
    }
    if (x.dtype().isInteger()) {
      var quotient = Lax.div(x, y);
      var rest = Lax.rem(x, y);
      var mixedSigns =
          Lax.bitwiseAnd(
              Lax.ne(Lax.sign(x), Lax.sign(y)), Lax.ne(rest, Operands.constant(rest, 0)));
      return Lax.select(mixedSigns, Lax.sub(quotient, Operands.constant(quotient, 1)), quotient);
    }
    return floatQuotient(x, y);
  }

  /** As in CPython: by way of the remainder, so that quotient and remainder belong together. */
  private static Array floatQuotient(Array x, Array y) {
    var rest = Lax.rem(x, y);
    var whole = Lax.select(Lax.eq(y, Operands.constant(y, 0)), x, Lax.sub(x, rest));
    var quotient = Lax.div(whole, y);
    var below =
        Lax.bitwiseAnd(
            Lax.ne(rest, Operands.constant(rest, 0)), Lax.ne(Lax.sign(y), Lax.sign(rest)));
    return Lax.round(
        Lax.select(below, Lax.sub(quotient, Operands.constant(quotient, 1)), quotient),
        RoundingMethod.AWAY_FROM_ZERO);
  }

  /**
   * {@return the remainder with the sign of the divisor; 0 for integers by 0, NaN for floating}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.remainder.html">jnp.remainder</a>
   */
  public static Array mod(Array x, Array y) {
    return Operands.numericBinary("mod", ArithmeticFunctions::floorRemainder, x, y);
  }

  /** {@return the remainder with the sign of the divisor} */
  public static Array mod(Array x, double y) {
    return mod(x, Operands.number(x, y));
  }

  private static Array floorRemainder(Array x, Array y) {
    var divisor = y.dtype().isInteger() ? nonzero(y) : y;
    var rest = Lax.rem(x, divisor);
    var zero = Operands.constant(rest, 0);
    var wrong =
        Lax.bitwiseAnd(
            Lax.ne(Lax.lt(rest, zero), Lax.lt(divisor, Operands.constant(divisor, 0))),
            Lax.ne(rest, zero));
    return Lax.select(wrong, Lax.add(rest, divisor), rest);
  }

  private static Array nonzero(Array y) {
    return Lax.select(Lax.eq(y, Operands.constant(y, 0)), Operands.constant(y, 1), y);
  }

  /** {@return the remainder with the sign of the dividend; 0 for integers by 0} */
  public static Array fmod(Array x, Array y) {
    return Operands.numericBinary(
        "fmod", (a, b) -> Lax.rem(a, b.dtype().isInteger() ? nonzero(b) : b), x, y);
  }

  /** {@return quotient rounded down and remainder, in this order} */
  public static List<Array> divmod(Array x, Array y) {
    return List.of(floorDivide(x, y), mod(x, y));
  }

  /** {@return x itself} */
  public static Array positive(Array x) {
    return x;
  }

  /** {@return -x} */
  public static Array negative(Array x) {
    return Lax.neg(x);
  }

  /** {@return |x|} */
  public static Array abs(Array x) {
    return switch (x.dtype().kind()) {
      case BOOL, UNSIGNED -> x;
      case SIGNED, FLOATING -> Lax.abs(x);
    };
  }

  /** {@return -1, 0 or 1, with the sign of x; NaN of NaN} */
  public static Array sign(Array x) {
    return Lax.sign(x);
  }

  /** {@return x * x} */
  public static Array square(Array x) {
    return Lax.square(Operands.numeric(x));
  }

  /** {@return 1 / x} */
  public static Array reciprocal(Array x) {
    return Lax.integerPow(Operands.inexact(x), -1);
  }

  /**
   * {@return x raised to a number: whole numbers by repeated multiplication, so the derivative at 0
   * is that of the polynomial; others by {@code lax.pow}}
   *
   * @throws DTypeException if x is an integer and the number is negative and whole
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.power.html">jnp.power</a>
   */
  public static Array power(Array x, double y) {
    if (y != Math.rint(y) || Math.abs(y) > Integer.MAX_VALUE) {
      return power(x, Operands.number(x, y));
    }
    var base = Operands.numeric(x);
    if (y < 0 && base.dtype().isInteger()) {
      throw new DTypeException(
          "power of %s by %d needs a floating base or an exponent that is not negative. Convert the base with astype."
              .formatted(x.aval(), (int) y));
    }
    return Lax.integerPow(base, (int) y);
  }

  /** {@return a number raised to an array of exponents} */
  public static Array power(double x, Array y) {
    return power(Operands.number(y, x), y);
  }

  /**
   * {@return x raised to y; integers by integers wrap, a floating base takes integer exponents as
   * they are}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.power.html">jnp.power</a>
   */
  public static Array power(Array x, Array y) {
    var operands = Operands.broadcast("power", Operands.numeric(x, y));
    if (operands.get(0).dtype().isInteger()) {
      return Operands.strong(integerPower(operands.get(0), operands.get(1)));
    }
    if (x.dtype().isFloating() && y.dtype().isInteger()) {
      var shape = Operands.broadcastShapes("power", List.of(x.shape(), y.shape()));
      var exponent = Lax.convertElementType(y, DType.defaultInt(), y.aval().weak());
      return Lax.pow(scalarOr(x, shape), scalarOr(exponent, shape));
    }
    return Lax.pow(operands.get(0), operands.get(1));
  }

  private static Array scalarOr(Array x, Shape shape) {
    return x.rank() == 0 ? x : Operands.broadcastTo(x, shape);
  }

  /** Binary exponentiation; six bits, as any base above 1 overflows beyond. */
  private static Array integerPower(Array x, Array y) {
    var zero = Operands.constant(x, 0);
    var one = Operands.constant(x, 1);
    var noBase = Lax.bitwiseAnd(Lax.eq(x, zero), Lax.ne(y, Operands.constant(y, 0)));
    var power = Lax.select(noBase, zero, one);
    var base = x;
    var exponent = y;
    for (int bit = 0; bit < 6; bit++) {
      var odd =
          Lax.ne(
              Lax.bitwiseAnd(exponent, Operands.constant(exponent, 1)),
              Operands.constant(exponent, 0));
      power = Lax.select(odd, Lax.mul(power, base), power);
      base = Lax.mul(base, base);
      exponent = Lax.shiftRightLogical(exponent, Operands.constant(exponent, 1));
    }
    return power;
  }

  /** {@return x raised to y, in floating numbers} */
  public static Array floatPower(Array x, Array y) {
    return Operands.inexactBinary("float_power", Lax::pow, x, y);
  }

  /** {@return the larger; NaN if one is} */
  public static Array maximum(Array x, Array y) {
    return Operands.binary("maximum", Lax::max, x, y);
  }

  /** {@return the larger; NaN if x is} */
  public static Array maximum(Array x, double y) {
    return maximum(x, Operands.number(x, y));
  }

  /** {@return the smaller; NaN if one is} */
  public static Array minimum(Array x, Array y) {
    return Operands.binary("minimum", Lax::min, x, y);
  }

  /** {@return the smaller; NaN if x is} */
  public static Array minimum(Array x, double y) {
    return minimum(x, Operands.number(x, y));
  }

  /** {@return the larger, the other one where one is NaN} */
  public static Array fmax(Array x, Array y) {
    return Operands.binary("fmax", (a, b) -> Lax.select(takesFirst(Lax.gt(a, b), b), a, b), x, y);
  }

  /** {@return the smaller, the other one where one is NaN} */
  public static Array fmin(Array x, Array y) {
    return Operands.binary("fmin", (a, b) -> Lax.select(takesFirst(Lax.lt(a, b), b), a, b), x, y);
  }

  private static Array takesFirst(Array wins, Array other) {
    return WhereFunctions.logicalOr(wins, WhereFunctions.isnan(other));
  }

  /**
   * {@return x between two bounds: the minimum of max and the maximum of min and x}
   *
   * <p>At a bound the derivative is one half, as that of {@code maximum} at a tie.
   *
   * @param min the lower bound, or null for none
   * @param max the upper bound, or null for none
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.clip.html">jnp.clip</a>
   */
  public static Array clip(Array x, @Nullable Array min, @Nullable Array max) {
    var raised = min == null ? x : maximum(min, x);
    return max == null ? raised : minimum(max, raised);
  }

  /** {@return x between two bounds} */
  public static Array clip(Array x, double min, double max) {
    return clip(x, Operands.number(x, min), Operands.number(x, max));
  }

  /** {@return a strong constant of a dtype} */
  static Array strong(DType dtype, double value) {
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype), value);
  }
}
