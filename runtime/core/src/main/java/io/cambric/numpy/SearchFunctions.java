package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/** Places of values among others: search, counts, interpolation, comparison of whole arrays. */
final class SearchFunctions {

  private SearchFunctions() {}

  /** {@return where values would be inserted to keep the order, before equal ones} */
  public static Array searchsorted(Array sorted, Array values) {
    return searchsorted(sorted, values, false);
  }

  /**
   * {@return for each value how many elements of an ascending vector come before it}
   *
   * @param right whether equal elements come before it
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.searchsorted.html">jnp.searchsorted</a>
   */
  public static Array searchsorted(Array sorted, Array values, boolean right) {
    requireVector("searchsorted", sorted);
    var operands = Operands.promoted(sorted, values);
    var table = operands.get(0);
    var wanted = operands.get(1);
    // Unsigned places need not be counted from the last.
    var low = ArrayCreation.zeros(wanted.shape(), DType.U32);
    var high = ArrayCreation.full(wanted.shape(), table.size(), DType.U32);
    int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(table.size());
    for (int i = 0; i < rounds; i++) {
      var middle = Lax.shiftRightLogical(Lax.add(low, high), Operands.constant(low, 1));
      var element = IndexFunctions.get(table, middle);
      var before =
          right ? WhereFunctions.logicalNot(precedes(wanted, element)) : precedes(element, wanted);
      high = Lax.select(before, high, middle);
      low = Lax.select(before, middle, low);
    }
    return Lax.convertElementType(high, DType.defaultInt());
  }

  /** {@return where x comes before y in the order of sort, which has NaN last} */
  private static Array precedes(Array x, Array y) {
    var below = Lax.lt(x, y);
    return x.dtype().isFloating()
        ? WhereFunctions.logicalOr(
            below,
            WhereFunctions.logicalAnd(
                WhereFunctions.isnan(y), WhereFunctions.logicalNot(WhereFunctions.isnan(x))))
        : below;
  }

  private static void requireVector(String name, Array x) {
    if (x.rank() != 1) {
      throw new ShapeException("%s needs a vector, but got %s.".formatted(name, x.aval()));
    }
  }

  /** {@return the number of the bin of each element; a bin holds its left edge} */
  public static Array digitize(Array x, Array bins) {
    return digitize(x, bins, false);
  }

  /**
   * {@return for each value the number of the bin it is in: 0 before the first edge, then counting
   * up}
   *
   * @param bins edges, ascending or descending
   * @param right whether a bin has its upper edge, not its lower one
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.digitize.html">jnp.digitize</a>
   */
  public static Array digitize(Array x, Array bins, boolean right) {
    requireVector("digitize", bins);
    if (bins.size() == 0) {
      return ArrayCreation.zeros(x.shape(), DType.I32);
    }
    var ascending = WhereFunctions.greaterEqual(bins.get(-1), bins.get(0));
    var up = searchsorted(bins, x, !right);
    var down = searchsorted(JoinFunctions.flip(bins), x, !right);
    return WhereFunctions.where(ascending, up, ArithmeticFunctions.subtract(bins.size(), down));
  }

  /**
   * {@return how often each number from 0 on occurs}
   *
   * @param x a vector of integers of known values; negative ones count as 0
   */
  public static Array bincount(Array x) {
    return bincount(x, null, countsOf(x, 0));
  }

  private static int countsOf(Array x, int least) {
    requireVector("bincount", x);
    int longest = least;
    for (int number : x.concrete("bincount without a length").toInts()) {
      longest = Math.max(longest, number + 1);
    }
    return longest;
  }

  /**
   * {@return the weight of each number from 0 to below a length}
   *
   * @param x a vector of integers; negative ones count as 0, those from the length on not at all
   * @param weights of the elements; {@code null} for 1 each
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.bincount.html">jnp.bincount</a>
   */
  public static Array bincount(Array x, @Nullable Array weights, int length) {
    requireVector("bincount", x);
    if (x.dtype().isFloating()) {
      throw new DTypeException(
          "bincount needs integers, but got %s. Convert them with astype(DType.I32)."
              .formatted(x.aval()));
    }
    if (weights != null && !weights.shape().equals(x.shape())) {
      throw new ShapeException(
          "bincount needs one weight for each element of %s, but got %s."
              .formatted(x.aval(), weights.aval()));
    }
    var numbers = x.dtype() == DType.BOOL ? x.astype(DType.I32) : x;
    var share = weights == null ? ArrayCreation.scalar(1) : weights;
    return IndexFunctions.at(
            ArrayCreation.zeros(Shape.of(length), share.dtype()),
            Index.of(ArithmeticFunctions.maximum(numbers, 0)))
        .drop()
        .add(share);
  }

  /**
   * {@return the values at x of the function that is linear between points}
   *
   * @param xp places of the points, ascending
   * @param fp values there
   * @param left value before the first point; {@code null} for that of the point
   * @param right value behind the last point; {@code null} for that of the point
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.interp.html">jnp.interp</a>
   */
  public static Array interp(
      Array x, Array xp, Array fp, @Nullable Double left, @Nullable Double right) {
    if (xp.rank() != 1 || !xp.shape().equals(fp.shape())) {
      throw new ShapeException(
          "interp needs two vectors of one size as points, but got %s and %s."
              .formatted(xp.aval(), fp.aval()));
    }
    var places = Operands.inexact(x, xp);
    var at = places.get(0);
    var points = places.get(1);
    var values = Operands.inexact(fp);
    var next = ArithmeticFunctions.clip(searchsorted(points, at, true), 1, xp.size() - 1);
    var previous = ArithmeticFunctions.subtract(next, ArrayCreation.scalar(1));
    var rise =
        ArithmeticFunctions.subtract(
            IndexFunctions.get(values, next), IndexFunctions.get(values, previous));
    var run =
        ArithmeticFunctions.subtract(
            IndexFunctions.get(points, next), IndexFunctions.get(points, previous));
    var delta = ArithmeticFunctions.subtract(at, IndexFunctions.get(points, previous));
    // As in jax.numpy: the distance of the epsilon of the dtype to the next number.
    double epsilon = points.dtype() == DType.F64 ? Math.ulp(Math.ulp(1.0)) : Math.ulp(Math.ulp(1f));
    var level =
        WhereFunctions.lessEqual(ArithmeticFunctions.abs(run), Operands.constant(run, epsilon));
    var share = ArithmeticFunctions.divide(delta, WhereFunctions.where(level, 1, run));
    var start = IndexFunctions.get(values, previous);
    var inside =
        WhereFunctions.where(
            level,
            start,
            ArithmeticFunctions.add(start, ArithmeticFunctions.multiply(share, rise)));
    var before = left == null ? values.get(0) : Operands.number(values, left);
    var behind = right == null ? values.get(-1) : Operands.number(values, right);
    return WhereFunctions.where(
        WhereFunctions.greater(at, points.get(-1)),
        behind,
        WhereFunctions.where(WhereFunctions.less(at, points.get(0)), before, inside));
  }

  /** {@return the values at x of the function that is linear between points, constant outside} */
  public static Array interp(Array x, Array xp, Array fp) {
    return interp(x, xp, fp, null, null);
  }

  /** {@return whether two arrays have one shape and equal elements} */
  public static Array arrayEqual(Array x, Array y) {
    return x.shape().equals(y.shape()) ? ReductionFunctions.all(WhereFunctions.equal(x, y)) : no();
  }

  /** {@return whether two arrays broadcast to one shape and have equal elements then} */
  public static Array arrayEquiv(Array x, Array y) {
    boolean fits = true;
    for (int i = 1; i <= Math.min(x.rank(), y.rank()); i++) {
      fits &= x.dim(-i) == y.dim(-i) || x.dim(-i) == 1 || y.dim(-i) == 1;
    }
    return fits ? ReductionFunctions.all(WhereFunctions.equal(x, y)) : no();
  }

  private static Array no() {
    return Lax.full(new ShapedArray(Shape.scalar(), DType.BOOL), 0);
  }

  /**
   * {@return whether all elements of two arrays are close, by the tolerances of {@link
   * WhereFunctions#isclose}}
   */
  public static Array allclose(Array x, Array y) {
    return ReductionFunctions.all(WhereFunctions.isclose(x, y));
  }

  /** {@return whether all elements of two arrays are close} */
  public static Array allclose(Array x, Array y, double rtol, double atol) {
    return ReductionFunctions.all(WhereFunctions.isclose(x, y, rtol, atol));
  }

  /**
   * {@return for each value how many elements of a vector come before it, in an order that sorts
   * them}
   *
   * @param sorter places of the elements in ascending order, as {@code argsort} gives
   */
  public static Array searchsorted(Array x, Array values, boolean right, Array sorter) {
    requireVector("searchsorted", x);
    Operands.requireInteger("searchsorted", "a sorter", sorter);
    return searchsorted(IndexFunctions.get(x, sorter), values, right);
  }

  /**
   * {@return the values at x of a periodic function that is linear between points}
   *
   * @param xp places of the points, in any order
   * @param fp values there
   * @param period after which the function comes again, not 0
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.interp.html">jnp.interp</a>
   */
  public static Array interp(Array x, Array xp, Array fp, double period) {
    if (xp.rank() != 1 || !xp.shape().equals(fp.shape())) {
      throw new ShapeException(
          "interp needs two vectors of one size as points, but got %s and %s."
              .formatted(xp.aval(), fp.aval()));
    }
    double length = Math.abs(period);
    var places = Operands.inexact(x, xp);
    var at = ArithmeticFunctions.mod(places.get(0), length);
    var sorted =
        Lax.sortKeyVal(ArithmeticFunctions.mod(places.get(1), length), Operands.inexact(fp), 0);
    var points = sorted.get(0);
    var values = sorted.get(1);
    int last = xp.size() - 1;
    return interp(
        at,
        JoinFunctions.concatenate(
            points.slice(0, last, last + 1).sub(length), points, points.slice(0, 0, 1).add(length)),
        JoinFunctions.concatenate(values.slice(0, last, last + 1), values, values.slice(0, 0, 1)));
  }
}
