package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.result.FrexpResult;
import io.cambric.numpy.result.ModfResult;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Jvp;

/** Parts and neighbours of floating numbers. */
public final class FloatParts {

  private FloatParts() {}

  /**
   * {@return numbers as fractions with magnitudes from 0.5 to 1, times powers of two; the power is
   * 0 for zeros, infinities and NaN}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frexp.html">jnp.frexp</a>
   */
  public static FrexpResult frexp(Array x) {
    var real = Operands.inexact(x);
    ArrayFn mantissa = FloatParts::mantissa;
    return new FrexpResult(
        Transforms.customJvp(mantissa, FloatParts::mantissaTangent).apply(real),
        exponent(Lax.stopGradient(real)));
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
        Arithmetic.add(
            Dtypes.astype(parts.exponent(), real.dtype()), Dtypes.astype(power, real.dtype()));
    // A power of two that overflows by one step is finite after halving it.
    var isPositive = Comparisons.greater(sum, Operands.constant(sum, 0));
    var mantissa =
        ElementSelection.where(
            isPositive,
            Arithmetic.multiply(parts.mantissa(), Operands.number(real, 2)),
            parts.mantissa());
    var exponent =
        ElementSelection.where(
            isPositive, Arithmetic.subtract(sum, Operands.constant(sum, 1)), sum);
    var scaled = Arithmetic.multiply(mantissa, Arithmetic.power(2, exponent));
    return ElementSelection.where(isRegular(real), scaled, real);
  }

  /**
   * {@return the fractional and the integer part of numbers, both with their sign}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.modf.html">jnp.modf</a>
   */
  public static ModfResult modf(Array x) {
    var real = Operands.inexact(x);
    var whole =
        Lax.select(Lax.ge(real, Operands.constant(real, 0)), Lax.floor(real), Lax.ceil(real));
    return new ModfResult(Lax.sub(real, whole), whole);
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
    var away = real.dtype() == DType.F16 ? infinity : copysign(infinity, real);
    return Lax.sub(Lax.nextafter(real, away), real);
  }

  /** {@return whether x is NaN, elementwise} */
  public static Array isnan(Array x) {
    return Lax.ne(x, x);
  }

  /** {@return whether x is neither infinite nor NaN, elementwise} */
  public static Array isfinite(Array x) {
    return x.dtype().isFloating() ? Lax.isFinite(x) : always(x, true);
  }

  /** {@return whether x is infinite, elementwise} */
  public static Array isinf(Array x) {
    return x.dtype().isFloating()
        ? Lax.eq(Lax.abs(x), Operands.constant(x, Double.POSITIVE_INFINITY))
        : always(x, false);
  }

  /** {@return whether x is the positive infinity, elementwise} */
  public static Array isposinf(Array x) {
    return isInfinity(x, Double.POSITIVE_INFINITY);
  }

  /** {@return whether x is the negative infinity, elementwise} */
  public static Array isneginf(Array x) {
    return isInfinity(x, Double.NEGATIVE_INFINITY);
  }

  /** {@return x with NaN as 0 and infinities as the largest finite numbers} */
  public static Array nanToNum(Array x) {
    var dtype = x.dtype();
    double largest = dtype.isFloating() ? dtype.largestFinite() : dtype.highest();
    return nanToNum(x, 0, largest, -largest);
  }

  /**
   * {@return x with NaN and infinities replaced}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nan_to_num.html">jnp.nan_to_num</a>
   */
  public static Array nanToNum(Array x, double nan, double posinf, double neginf) {
    if (!x.dtype().isFloating()) {
      return x;
    }
    var number = Lax.select(isnan(x), Operands.constant(x, nan), x);
    var bounded = Lax.select(isposinf(number), Operands.constant(x, posinf), number);
    return Lax.select(isneginf(bounded), Operands.constant(x, neginf), bounded);
  }

  /** {@return whether the sign bit is set, elementwise, as for -0} */
  public static Array signbit(Array x) {
    if (!x.dtype().isFloating()) {
      return x.dtype() == DType.BOOL ? always(x, false) : Lax.lt(x, Operands.constant(x, 0));
    }
    var bits =
        switch (x.dtype().bytes()) {
          case 2 -> DType.I16;
          case 4 -> DType.I32;
          default -> DType.I64;
        };
    var asInteger = Lax.bitcastConvertType(x, bits);
    return Lax.lt(asInteger, Operands.constant(asInteger, 0));
  }

  /** {@return |x| with the sign of y} */
  public static Array copysign(Array x, Array y) {
    return Operands.inexactBinary(
        "copysign", (a, b) -> Lax.select(signbit(b), Lax.neg(Lax.abs(a)), Lax.abs(a)), x, y);
  }

  /** {@return the next number of the dtype after x towards y} */
  public static Array nextafter(Array x, Array y) {
    return Operands.inexactBinary("nextafter", Lax::nextafter, x, y);
  }

  /** The layout of sign, exponent and mantissa in a word of f32 and f64. */
  private record Format(DType word, int mantissaBits, int exponentBits, int bias, double tiny) {

    static Format of(DType dtype) {
      return dtype == DType.F64
          ? new Format(DType.U64, 52, 11, 1023, 0x1p-1022)
          : new Format(DType.U32, 23, 8, 127, 0x1p-126);
    }
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

  /** {@return x, with subnormals scaled to normal numbers} */
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

  private static Array isInfinity(Array x, double infinity) {
    return x.dtype().isFloating() ? Lax.eq(x, Operands.constant(x, infinity)) : always(x, false);
  }

  private static Array always(Array x, boolean value) {
    return Lax.full(new ShapedArray(x.shape(), DType.BOOL), value ? 1 : 0);
  }
}
