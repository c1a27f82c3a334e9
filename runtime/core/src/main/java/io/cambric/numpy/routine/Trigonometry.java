package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import java.util.List;

/**
 * Trigonometric and hyperbolic functions, and angles. Integers become the default floating dtype.
 */
public final class Trigonometry {

  private Trigonometry() {}

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
    return Operands.inexactBinary("hypot", Trigonometry::length, x, y);
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

  /** {@return angles in radians along the last axis, without jumps of a full circle} */
  public static Array unwrap(Array x) {
    return unwrap(x, 2 * Math.PI, -1);
  }

  /**
   * {@return angles along an axis, with whole periods added until neighbours differ by at most half
   * a period}
   *
   * @param period in the unit of the angles
   */
  public static Array unwrap(Array x, double period, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "unwrap");
    int size = x.dim(dimension);
    if (size == 0) {
      return x;
    }
    var steps = Differences.diff(x, 1, dimension);
    var half = Operands.number(steps, period / 2);
    var near =
        Arithmetic.subtract(
            Arithmetic.mod(Arithmetic.add(steps, half), Operands.number(steps, period)), half);
    var up =
        Logic.logicalAnd(
            Comparisons.equal(near, Arithmetic.negative(half)),
            Comparisons.greater(steps, scalarZero(steps)));
    var turned = ElementSelection.where(up, half, near);
    var correction =
        ElementSelection.where(
            Comparisons.less(Arithmetic.abs(steps), half), 0, Arithmetic.subtract(turned, steps));
    var rest =
        Arithmetic.add(Operands.sliced(x, dimension, 1, size), Sums.cumsum(correction, dimension));
    return Joining.concatenate(List.of(Operands.sliced(x, dimension, 0, 1), rest), dimension);
  }

  private static Array length(Array x, Array y) {
    var a = Lax.abs(x);
    var b = Lax.abs(y);
    var infinite = Lax.bitwiseOr(FloatParts.isposinf(a), FloatParts.isposinf(b));
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

  private static Array scalarZero(Array like) {
    return Operands.constant(like, 0);
  }
}
