package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;

/** Comparisons of elements, and of whole arrays. */
public final class Comparisons {

  private Comparisons() {}

  /** {@return whether x equals y, elementwise} */
  public static Array equal(Array x, Array y) {
    return Operands.binary("equal", Lax::eq, x, y);
  }

  /** {@return whether x differs from y, elementwise} */
  public static Array notEqual(Array x, Array y) {
    return Operands.binary("not_equal", Lax::ne, x, y);
  }

  /** {@return whether x is less than y, elementwise} */
  public static Array less(Array x, Array y) {
    return Operands.binary("less", Lax::lt, x, y);
  }

  /** {@return whether x is at most y, elementwise} */
  public static Array lessEqual(Array x, Array y) {
    return Operands.binary("less_equal", Lax::le, x, y);
  }

  /** {@return whether x is greater than y, elementwise} */
  public static Array greater(Array x, Array y) {
    return Operands.binary("greater", Lax::gt, x, y);
  }

  /** {@return whether x is at least y, elementwise} */
  public static Array greaterEqual(Array x, Array y) {
    return Operands.binary("greater_equal", Lax::ge, x, y);
  }

  /**
   * {@return whether |x - y| is at most {@code 1e-8 + 1e-5 |y|}, elementwise; equal infinities are
   * close}
   */
  public static Array isclose(Array x, Array y) {
    return isclose(x, y, 1e-5, 1e-8);
  }

  /**
   * {@return whether |x - y| is at most {@code atol + rtol |y|}, elementwise; equal infinities are
   * close}
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
    var finite = Logic.logicalAnd(FloatParts.isfinite(a), FloatParts.isfinite(b));
    return Logic.logicalOr(Logic.logicalAnd(finite, near), Lax.eq(a, b));
  }

  /**
   * {@return whether |x - y| is at most {@code atol + rtol |y|}, elementwise}
   *
   * @param equalNan whether NaN is close to NaN
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.isclose.html">jnp.isclose</a>
   */
  public static Array isclose(Array x, Array y, double rtol, double atol, boolean equalNan) {
    var close = isclose(x, y, rtol, atol);
    return equalNan ? Logic.logicalOr(close, bothNan(x, y)) : close;
  }

  /** {@return whether all elements of two arrays are close, optionally with NaN close to NaN} */
  public static Array allclose(Array x, Array y, double rtol, double atol, boolean equalNan) {
    return Logic.all(isclose(x, y, rtol, atol, equalNan));
  }

  /**
   * {@return whether all elements of two arrays are close, by the tolerances of {@link #isclose}}
   */
  public static Array allclose(Array x, Array y) {
    return Logic.all(isclose(x, y));
  }

  /** {@return whether all elements of two arrays are close} */
  public static Array allclose(Array x, Array y, double rtol, double atol) {
    return Logic.all(isclose(x, y, rtol, atol));
  }

  /**
   * {@return whether two arrays have one shape and equal elements, optionally with NaN equal to
   * NaN}
   */
  public static Array arrayEqual(Array x, Array y, boolean equalNan) {
    return !equalNan || !x.shape().equals(y.shape())
        ? arrayEqual(x, y)
        : Logic.all(Logic.logicalOr(equal(x, y), bothNan(x, y)));
  }

  /** {@return whether two arrays have one shape and equal elements} */
  public static Array arrayEqual(Array x, Array y) {
    return x.shape().equals(y.shape()) ? Logic.all(equal(x, y)) : no();
  }

  /** {@return whether two arrays broadcast to one shape with equal elements} */
  public static Array arrayEquiv(Array x, Array y) {
    boolean fits = true;
    for (int i = 1; i <= Math.min(x.rank(), y.rank()); i++) {
      fits &= x.dim(-i) == y.dim(-i) || x.dim(-i) == 1 || y.dim(-i) == 1;
    }
    return fits ? Logic.all(equal(x, y)) : no();
  }

  private static Array bothNan(Array x, Array y) {
    return Logic.logicalAnd(
        FloatParts.isnan(Operands.inexact(x)), FloatParts.isnan(Operands.inexact(y)));
  }

  private static Array no() {
    return Lax.full(new ShapedArray(Shape.scalar(), DType.BOOL), 0);
  }
}
