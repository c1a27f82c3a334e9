package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import java.util.List;

/** Parts of floating numbers, divisors of integers, and other functions of single numbers. */
final class NumericFunctions {

  private NumericFunctions() {}

  /** How f32 and f64 keep sign, exponent and mantissa in a word. */
  private record Format(DType word, int mantissaBits, int exponentBits, int bias, double tiny) {

    static Format of(DType dtype) {
      return dtype == DType.F64
          ? new Format(DType.U64, 52, 11, 1023, 0x1p-1022)
          : new Format(DType.U32, 23, 8, 127, 0x1p-126);
    }
  }

  /**
   * {@return numbers as fractions from 0.5 to 1 in magnitude times powers of two; zeros and what is
   * not finite with the power 0}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frexp.html">jnp.frexp</a>
   */
  public static FrexpResult frexp(Array x) {
    var real = Operands.inexact(x);
    ArrayFn mantissa = NumericFunctions::mantissa;
    return new FrexpResult(
        Transforms.customJvp(mantissa, NumericFunctions::mantissaTangent).apply(real),
        exponent(Lax.stopGradient(real)));
  }

  private static Jvp<Array> mantissaTangent(Array x, Array tangent) {
    var power = Lax.exp2(Lax.neg(Lax.convertElementType(exponent(x), x.dtype())));
    return new Jvp<>(mantissa(x), Lax.mul(tangent, power));
  }

  private static Array mantissa(Array x) {
    var wide = widened(x);
    var format = Format.of(wide.dtype());
    var bits = Lax.bitcastConvertType(normalized(wide, format), format.word);
    var front = Lax.fullLike(bits, format.exponentBits + 1);
    var fraction = Lax.shiftRightLogical(Lax.shiftLeft(bits, front), front);
    var half = Lax.fullLike(bits, Math.scalb(format.bias - 1.0, format.mantissaBits));
    var magnitude = Lax.bitcastConvertType(Lax.bitwiseOr(fraction, half), wide.dtype());
    var signed = Lax.select(isBelowZero(wide), Lax.neg(magnitude), magnitude);
    return Lax.convertElementType(
        Lax.select(isRegular(wide), signed, wide), x.dtype(), x.aval().weak());
  }

  private static Array exponent(Array x) {
    var wide = widened(x);
    var format = Format.of(wide.dtype());
    var bits = Lax.bitcastConvertType(normalized(wide, format), format.word);
    var magnitude = Lax.shiftLeft(bits, Lax.fullLike(bits, 1));
    var stored = Lax.shiftRightLogical(magnitude, Lax.fullLike(bits, format.mantissaBits + 1));
    var exponent = Lax.convertElementType(stored, DType.I32);
    var none = Lax.fullLike(exponent, 0);
    var lifted = Lax.select(isTiny(wide, format), Lax.fullLike(none, format.mantissaBits), none);
    var unbiased = Lax.sub(Lax.sub(exponent, Lax.fullLike(none, format.bias - 1)), lifted);
    return Lax.select(isRegular(wide), unbiased, none);
  }

  private static Array widened(Array x) {
    return x.dtype() == DType.F64 ? x : Lax.convertElementType(x, DType.F32);
  }

  /** {@return x, subnormals multiplied until they are normal} */
  private static Array normalized(Array x, Format format) {
    var lift = Operands.constant(x, Math.scalb(1.0, format.mantissaBits));
    return Lax.select(isTiny(x, format), Lax.mul(x, lift), x);
  }

  private static Array isTiny(Array x, Format format) {
    return Lax.lt(Lax.abs(x), Operands.constant(x, format.tiny));
  }

  private static Array isBelowZero(Array x) {
    return Lax.lt(x, Operands.constant(x, 0));
  }

  private static Array isRegular(Array x) {
    return Lax.bitwiseAnd(Lax.isFinite(x), Lax.ne(x, Operands.constant(x, 0)));
  }

  /**
   * {@return x times two to an integer power}
   *
   * @throws DTypeException if the power is not of an integer dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ldexp.html">jnp.ldexp</a>
   */
  public static Array ldexp(Array x, Array power) {
    if (power.dtype().isFloating()) {
      throw new DTypeException(
          "ldexp needs a power of an integer dtype, but got %s. Convert it with astype(DType.I32)."
              .formatted(power.aval()));
    }
    var real = Operands.inexact(x);
    var parts = frexp(real);
    var sum =
        ArithmeticFunctions.add(
            ShapeFunctions.astype(parts.exponent(), real.dtype()),
            ShapeFunctions.astype(power, real.dtype()));
    // Half of a power that is too large by one is still finite.
    var isPositive = WhereFunctions.greater(sum, Operands.constant(sum, 0));
    var mantissa =
        WhereFunctions.where(
            isPositive,
            ArithmeticFunctions.multiply(parts.mantissa(), Operands.number(real, 2)),
            parts.mantissa());
    var exponent =
        WhereFunctions.where(
            isPositive, ArithmeticFunctions.subtract(sum, Operands.constant(sum, 1)), sum);
    var scaled = ArithmeticFunctions.multiply(mantissa, ArithmeticFunctions.power(2, exponent));
    return WhereFunctions.where(isRegular(real), scaled, real);
  }

  /**
   * {@return the part of numbers behind the point and the whole part, both with their sign}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.modf.html">jnp.modf</a>
   */
  public static ModfResult modf(Array x) {
    var real = Operands.inexact(x);
    var whole =
        Lax.select(Lax.ge(real, Operands.constant(real, 0)), Lax.floor(real), Lax.ceil(real));
    return new ModfResult(Lax.sub(real, whole), whole);
  }

  /** {@return the number of ones among the bits of the magnitude of integers, in u8} */
  public static Array bitwiseCount(Array x) {
    return Lax.convertElementType(
        Lax.populationCount(ArithmeticFunctions.abs(Operands.numeric(x))), DType.U8);
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
    var operands = ShapeFunctions.broadcastArrays(Operands.promoted(x, y).toArray(Array[]::new));
    Fn<List<Array>, Array> goesOn =
        pair ->
            ReductionFunctions.any(
                WhereFunctions.notEqual(pair.get(1), Operands.constant(pair.get(1), 0)));
    var last =
        Transforms.whileLoop(
            goesOn,
            NumericFunctions::euclidStep,
            List.of(
                ArithmeticFunctions.abs(operands.get(0)),
                ArithmeticFunctions.abs(operands.get(1))));
    return last.getFirst();
  }

  private static List<Array> euclidStep(List<Array> pair) {
    var x = pair.get(0);
    var y = pair.get(1);
    var zero = Operands.constant(y, 0);
    var goesOn = Lax.ne(y, zero);
    var rest = Lax.rem(x, Lax.select(goesOn, y, Operands.constant(y, 1)));
    return List.of(Lax.select(goesOn, y, x), Lax.select(goesOn, rest, zero));
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
        WhereFunctions.where(
            WhereFunctions.equal(divisor, zero), Operands.constant(divisor, 1), divisor);
    return ArithmeticFunctions.multiply(
        ArithmeticFunctions.abs(x),
        ArithmeticFunctions.floorDivide(ArithmeticFunctions.abs(y), safe));
  }

  /**
   * {@return sin(pi x) / (pi x), and 1 at 0}
   *
   * <p>The derivatives of every order are right at 0 and near it.
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sinc.html">jnp.sinc</a>
   */
  public static Array sinc(Array x) {
    var real = Operands.inexact(x);
    return Lax.sinOverX(Lax.mul(Operands.constant(real, Math.PI), real));
  }

  /** {@return the modified Bessel function of the first kind of order 0} */
  public static Array i0(Array x) {
    return GammaAndBesselFunctions.i0(x);
  }

  /**
   * {@return the distance from each number to the next one, away from 0 and with its sign}
   *
   * <p>In f16 it is the distance to the next larger number, as in NumPy and JAX. Infinity and NaN
   * give NaN.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.spacing.html">jnp.spacing</a>
   */
  public static Array spacing(Array x) {
    var real = Operands.inexact(x);
    var infinity = Operands.constant(real, Double.POSITIVE_INFINITY);
    var away = real.dtype() == DType.F16 ? infinity : WhereFunctions.copysign(infinity, real);
    return Lax.sub(Lax.nextafter(real, away), real);
  }
}
