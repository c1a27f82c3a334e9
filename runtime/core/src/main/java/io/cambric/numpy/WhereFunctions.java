package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import java.util.List;

/** Comparison, logic, bits, and choice by a condition. */
final class WhereFunctions {

  private WhereFunctions() {}

  /** {@return where x equals y} */
  public static Array equal(Array x, Array y) {
    return Operands.binary("equal", Lax::eq, x, y);
  }

  /** {@return where x differs from y} */
  public static Array notEqual(Array x, Array y) {
    return Operands.binary("not_equal", Lax::ne, x, y);
  }

  /** {@return where x is less than y} */
  public static Array less(Array x, Array y) {
    return Operands.binary("less", Lax::lt, x, y);
  }

  /** {@return where x is at most y} */
  public static Array lessEqual(Array x, Array y) {
    return Operands.binary("less_equal", Lax::le, x, y);
  }

  /** {@return where x is greater than y} */
  public static Array greater(Array x, Array y) {
    return Operands.binary("greater", Lax::gt, x, y);
  }

  /** {@return where x is at least y} */
  public static Array greaterEqual(Array x, Array y) {
    return Operands.binary("greater_equal", Lax::ge, x, y);
  }

  /** {@return where both are true, that is not 0} */
  public static Array logicalAnd(Array x, Array y) {
    return Operands.binary("logical_and", Lax::bitwiseAnd, toBool(x), toBool(y));
  }

  /** {@return where at least one is true} */
  public static Array logicalOr(Array x, Array y) {
    return Operands.binary("logical_or", Lax::bitwiseOr, toBool(x), toBool(y));
  }

  /** {@return where exactly one is true} */
  public static Array logicalXor(Array x, Array y) {
    return Operands.binary("logical_xor", Lax::bitwiseXor, toBool(x), toBool(y));
  }

  /** {@return where x is false, that is 0} */
  public static Array logicalNot(Array x) {
    return Lax.not(toBool(x));
  }

  static Array toBool(Array x) {
    return x.dtype() == DType.BOOL ? x : Lax.ne(x, Operands.constant(x, 0));
  }

  /** {@return the bits that both have} */
  public static Array bitwiseAnd(Array x, Array y) {
    return Operands.binary("bitwise_and", Lax::bitwiseAnd, x, y);
  }

  /** {@return the bits that at least one has} */
  public static Array bitwiseOr(Array x, Array y) {
    return Operands.binary("bitwise_or", Lax::bitwiseOr, x, y);
  }

  /** {@return the bits that exactly one has} */
  public static Array bitwiseXor(Array x, Array y) {
    return Operands.binary("bitwise_xor", Lax::bitwiseXor, x, y);
  }

  /** {@return the other bits} */
  public static Array bitwiseNot(Array x) {
    return Lax.not(x);
  }

  /** {@return all bits inverted, the other name of {@link #bitwiseNot}} */
  public static Array invert(Array x) {
    return bitwiseNot(x);
  }

  /** {@return x with its bits moved left by y} */
  public static Array leftShift(Array x, Array y) {
    return Operands.numericBinary("left_shift", Lax::shiftLeft, x, y);
  }

  /** {@return x with its bits moved right by y; the sign stays} */
  public static Array rightShift(Array x, Array y) {
    return Operands.numericBinary(
        "right_shift",
        (a, b) ->
            a.dtype().kind() == DType.Kind.UNSIGNED
                ? Lax.shiftRightLogical(a, b)
                : Lax.shiftRightArithmetic(a, b),
        x,
        y);
  }

  /** {@return where x is NaN} */
  public static Array isnan(Array x) {
    return Lax.ne(x, x);
  }

  /** {@return where x is neither infinite nor NaN} */
  public static Array isfinite(Array x) {
    return x.dtype().isFloating() ? Lax.isFinite(x) : always(x, true);
  }

  /** {@return where x is infinite} */
  public static Array isinf(Array x) {
    return x.dtype().isFloating()
        ? Lax.eq(Lax.abs(x), Operands.constant(x, Double.POSITIVE_INFINITY))
        : always(x, false);
  }

  /** {@return where x is the positive infinity} */
  public static Array isposinf(Array x) {
    return isInfinity(x, Double.POSITIVE_INFINITY);
  }

  /** {@return where x is the negative infinity} */
  public static Array isneginf(Array x) {
    return isInfinity(x, Double.NEGATIVE_INFINITY);
  }

  private static Array isInfinity(Array x, double infinity) {
    return x.dtype().isFloating() ? Lax.eq(x, Operands.constant(x, infinity)) : always(x, false);
  }

  private static Array always(Array x, boolean value) {
    return Lax.full(new ShapedArray(x.shape(), DType.BOOL), value ? 1 : 0);
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

  /** {@return where the sign bit is set; that of -0 is} */
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

  /** {@return 0 below 0, 1 above, {@code atZero} at 0} */
  public static Array heaviside(Array x, Array atZero) {
    return Operands.inexactBinary("heaviside", WhereFunctions::step, x, atZero);
  }

  private static Array step(Array x, Array atZero) {
    var zero = Operands.constant(x, 0);
    var rest = Lax.select(isnan(x), x, atZero);
    return Lax.select(
        Lax.lt(x, zero), zero, Lax.select(Lax.gt(x, zero), Operands.constant(x, 1), rest));
  }

  /** {@return where |x - y| is at most {@code 1e-8 + 1e-5 |y|}; equal infinities are close} */
  public static Array isclose(Array x, Array y) {
    return isclose(x, y, 1e-5, 1e-8);
  }

  /**
   * {@return where |x - y| is at most {@code atol + rtol |y|}; equal infinities are close}
   *
   * @param rtol relative tolerance, 1e-5 in JAX
   * @param atol absolute tolerance, 1e-8 in JAX
   */
  public static Array isclose(Array x, Array y, double rtol, double atol) {
    var operands = Operands.broadcast("isclose", Operands.inexact(x, y));
    var a = operands.get(0);
    var b = operands.get(1);
    var bound =
        Lax.add(Operands.constant(b, atol), Lax.mul(Operands.constant(b, rtol), Lax.abs(b)));
    var near = Lax.le(Lax.abs(Lax.sub(a, b)), bound);
    var finite = logicalAnd(isfinite(a), isfinite(b));
    return logicalOr(logicalAnd(finite, near), Lax.eq(a, b));
  }

  /**
   * {@return x where the condition is true, that is not 0, else y; all broadcast}
   *
   * <p>Both are computed: the derivative of the one that is not taken is multiplied by 0, which is
   * NaN where it is infinite. Put a harmless operand in its place with a second where.
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.where.html">jnp.where</a>
   */
  public static Array where(Array condition, Array x, Array y) {
    var cases = Operands.promoted(x, y);
    var operands =
        Operands.broadcast("where", List.of(toBool(condition), cases.get(0), cases.get(1)));
    return Lax.select(operands.get(0), operands.get(1), operands.get(2));
  }

  /** {@return x where the condition is true, else the number} */
  public static Array where(Array condition, Array x, double y) {
    return where(condition, x, Operands.number(x, y));
  }

  /** {@return the number where the condition is true, else y} */
  public static Array where(Array condition, double x, Array y) {
    return where(condition, Operands.number(y, x), y);
  }

  /** {@return one of these numbers or another, weakly typed} */
  public static Array where(Array condition, double x, double y) {
    var like = Lax.full(new ShapedArray(Shape.scalar(), DType.defaultFloat(), true), 0);
    return where(condition, Operands.number(like, x), Operands.number(like, y));
  }
}
