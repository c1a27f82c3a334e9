package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.List;

/** Arithmetic, element by element, broadcast and promoted. */
public final class Arithmetic {

  private Arithmetic() {}

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

  /** {@return the true quotient} */
  public static Array divide(double x, Array y) {
    return divide(Operands.number(y, x), y);
  }

  /** {@return the true quotient, the other name of {@link #divide}} */
  public static Array trueDivide(Array x, Array y) {
    return divide(x, y);
  }

  /**
   * {@return the quotient rounded down; integers stay integers, and a division by 0 gives the
   * result of {@code lax.div}}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.floor_divide.html">jnp.floor_divide</a>
   */
  public static Array floorDivide(Array x, Array y) {
    return Operands.numericBinary("floor_divide", Arithmetic::floorQuotient, x, y);
  }

  /** {@return x divided by a number, rounded down} */
  public static Array floorDivide(Array x, double y) {
    return floorDivide(x, Operands.number(x, y));
  }

  /**
   * {@return the remainder with the sign of the divisor; by zero, 0 for integers and NaN for
   * floating numbers}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.remainder.html">jnp.remainder</a>
   */
  public static Array mod(Array x, Array y) {
    return Operands.numericBinary("mod", Arithmetic::floorRemainder, x, y);
  }

  /** {@return the remainder with the sign of the divisor} */
  public static Array mod(Array x, double y) {
    return mod(x, Operands.number(x, y));
  }

  /** {@return the remainder with the sign of the dividend; 0 for integers by 0} */
  public static Array fmod(Array x, Array y) {
    return Operands.numericBinary(
        "fmod", (a, b) -> Lax.rem(a, b.dtype().isInteger() ? nonzero(b) : b), x, y);
  }

  /** {@return the quotient rounded down, then the remainder} */
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

  /** {@return -1, 0 or 1, with the sign of x; NaN for NaN} */
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
   * {@return x raised to a number} Whole numbers use repeated multiplication, so the derivative at
   * 0 is that of the polynomial. Other numbers use {@code lax.pow}.
   *
   * @throws DTypeException if x is an integer array and the number is a negative integer
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.power.html">jnp.power</a>
   */
  public static Array power(Array x, double y) {
    if (y != Math.rint(y) || Math.abs(y) > Integer.MAX_VALUE) {
      return power(x, Operands.number(x, y));
    }
    var base = Operands.numeric(x);
    if (y < 0 && base.dtype().isInteger()) {
      throw new DTypeException(
          "power of %s by %d needs a floating base or a non-negative exponent. Convert the base with astype."
              .formatted(x.aval(), (int) y));
    }
    return Lax.integerPow(base, (int) y);
  }

  /** {@return a number raised to an array of exponents} */
  public static Array power(double x, Array y) {
    return power(Operands.number(y, x), y);
  }

  /**
   * {@return x raised to y; powers of integers by integers wrap, and integer exponents of a
   * floating base stay integers}
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

  /** {@return x raised to y, in floating numbers} */
  public static Array floatPower(Array x, Array y) {
    return Operands.inexactBinary("float_power", Lax::pow, x, y);
  }

  /**
   * {@return the greatest common divisors of integers, not negative}
   *
   * @throws DTypeException if an operand is not of an integer dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.gcd.html">jnp.gcd</a>
   */
  public static Array gcd(Array x, Array y) {
    Operands.requireInteger("gcd", "x", x);
    Operands.requireInteger("gcd", "y", y);
    var operands = Shapes.broadcastArrays(Operands.promoted(x, y).toArray(Array[]::new));
    Fn<List<Array>, Array> goesOn =
        pair -> Logic.any(Comparisons.notEqual(pair.get(1), Operands.constant(pair.get(1), 0)));
    var last =
        Transforms.whileLoop(
            goesOn, Arithmetic::euclidStep, List.of(abs(operands.get(0)), abs(operands.get(1))));
    return last.getFirst();
  }

  /**
   * {@return the least common multiples of integers, not negative}
   *
   * @throws DTypeException if an operand is not of an integer dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.lcm.html">jnp.lcm</a>
   */
  public static Array lcm(Array x, Array y) {
    var divisor = gcd(x, y);
    var zero = Operands.constant(divisor, 0);
    var safe =
        ElementSelection.where(
            Comparisons.equal(divisor, zero), Operands.constant(divisor, 1), divisor);
    return multiply(abs(x), floorDivide(abs(y), safe));
  }

  /** {@return 0 below 0, 1 above, {@code atZero} at 0} */
  public static Array heaviside(Array x, Array atZero) {
    return Operands.inexactBinary("heaviside", Arithmetic::step, x, atZero);
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

  /** As in CPython, the quotient is computed from the remainder, so both are consistent. */
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

  private static Array scalarOr(Array x, Shape shape) {
    return x.rank() == 0 ? x : Operands.broadcastTo(x, shape);
  }

  /** Binary exponentiation over six bits; with larger exponents, any base above 1 overflows. */
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

  private static List<Array> euclidStep(List<Array> pair) {
    var x = pair.get(0);
    var y = pair.get(1);
    var zero = Operands.constant(y, 0);
    var goesOn = Lax.ne(y, zero);
    var rest = Lax.rem(x, Lax.select(goesOn, y, Operands.constant(y, 1)));
    return List.of(Lax.select(goesOn, y, x), Lax.select(goesOn, rest, zero));
  }

  private static Array step(Array x, Array atZero) {
    var zero = Operands.constant(x, 0);
    var rest = Lax.select(FloatParts.isnan(x), x, atZero);
    return Lax.select(
        Lax.lt(x, zero), zero, Lax.select(Lax.gt(x, zero), Operands.constant(x, 1), rest));
  }
}
