package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/** Values between samples of a function. */
public final class SampleInterpolation {

  private SampleInterpolation() {}

  /**
   * {@return the values at x of the function that is linear between points}
   *
   * @param xp coordinates of the points, ascending
   * @param fp values at the points
   * @param left value before the first point; {@code null} for the value of the first point
   * @param right value after the last point; {@code null} for the value of the last point
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.interp.html">jnp.interp</a>
   */
  public static Array interp(
      Array x, Array xp, Array fp, @Nullable Double left, @Nullable Double right) {
    if (xp.rank() != 1 || !xp.shape().equals(fp.shape())) {
      throw new ShapeException(
          "interp needs two vectors of equal size as points, but got %s and %s."
              .formatted(xp.aval(), fp.aval()));
    }
    var places = Operands.inexact(x, xp);
    var at = places.get(0);
    var points = places.get(1);
    var values = Operands.inexact(fp);
    var next = Extrema.clip(Searching.searchsorted(points, at, true), 1, xp.size() - 1);
    var previous = Arithmetic.subtract(next, Creation.scalar(1));
    var rise =
        Arithmetic.subtract(
            ElementSelection.get(values, next), ElementSelection.get(values, previous));
    var run =
        Arithmetic.subtract(
            ElementSelection.get(points, next), ElementSelection.get(points, previous));
    var delta = Arithmetic.subtract(at, ElementSelection.get(points, previous));
    // As in jax.numpy, this is the distance from the epsilon of the dtype to the next number.
    double epsilon = points.dtype() == DType.F64 ? Math.ulp(Math.ulp(1.0)) : Math.ulp(Math.ulp(1f));
    var level = Comparisons.lessEqual(Arithmetic.abs(run), Operands.constant(run, epsilon));
    var share = Arithmetic.divide(delta, ElementSelection.where(level, 1, run));
    var start = ElementSelection.get(values, previous);
    var inside =
        ElementSelection.where(
            level, start, Arithmetic.add(start, Arithmetic.multiply(share, rise)));
    var before = left == null ? values.get(0) : Operands.number(values, left);
    var behind = right == null ? values.get(-1) : Operands.number(values, right);
    return ElementSelection.where(
        Comparisons.greater(at, points.get(-1)),
        behind,
        ElementSelection.where(Comparisons.less(at, points.get(0)), before, inside));
  }

  /** {@return the values at x of the function that is linear between points, constant outside} */
  public static Array interp(Array x, Array xp, Array fp) {
    return interp(x, xp, fp, null, null);
  }

  /**
   * {@return the values at x of a periodic function that is linear between points}
   *
   * @param xp coordinates of the points, in any order
   * @param fp values at the points
   * @param period the period of the function, not 0
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.interp.html">jnp.interp</a>
   */
  public static Array interp(Array x, Array xp, Array fp, double period) {
    if (xp.rank() != 1 || !xp.shape().equals(fp.shape())) {
      throw new ShapeException(
          "interp needs two vectors of equal size as points, but got %s and %s."
              .formatted(xp.aval(), fp.aval()));
    }
    double length = Math.abs(period);
    var places = Operands.inexact(x, xp);
    var at = Arithmetic.mod(places.get(0), length);
    var sorted = Lax.sortKeyVal(Arithmetic.mod(places.get(1), length), Operands.inexact(fp), 0);
    var points = sorted.get(0);
    var values = sorted.get(1);
    int last = xp.size() - 1;
    return interp(
        at,
        Joining.concatenate(
            points.slice(0, last, last + 1).sub(length), points, points.slice(0, 0, 1).add(length)),
        Joining.concatenate(values.slice(0, last, last + 1), values, values.slice(0, 0, 1)));
  }
}
