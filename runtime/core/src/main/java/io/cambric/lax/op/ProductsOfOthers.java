package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.dims.GatherMode;

/**
 * For each factor, the product of all other factors in its group: the derivative of the product of
 * the group.
 *
 * <p>Nothing is divided, so a factor of 0 or a product that overflows does no harm. The computation
 * has derivatives of every order. Factors are sorted by group. A scan of Hillis and Steele, with
 * doubling distances, computes the products before and behind each factor.
 *
 * @see <a href="https://doi.org/10.1145/7902.7903">Hillis and Steele, 1986</a>
 */
final class ProductsOfOthers {

  private static final Axes NONE = Axes.of(0);

  private ProductsOfOthers() {}

  /**
   * {@return for each factor, the product of the other factors in its group}
   *
   * @param factors a vector
   * @param groups their groups, {@code i32} of the same shape, not negative
   */
  static Array of(Array factors, Array groups) {
    int count = factors.size();
    var numbers = ShapeOps.iota(DType.I32, count);
    var sorted = IndexOps.sortKeyVal(groups, numbers, 0);
    var order = sorted.get(1);
    var ordered = at(factors, order);
    var before = behind(ordered, sorted.get(0), 1);
    var after = behind(ordered, sorted.get(0), -1);
    var back = IndexOps.sortKeyVal(order, numbers, 0).get(1);
    return at(BinaryOps.mul(before, after), back);
  }

  /** {@return the products of the factors of a group on one side of each} */
  private static Array behind(Array factors, Array groups, int side) {
    var one = ShapeOps.fullLike(factors, 1);
    var product = ofGroup(factors, groups, side, one);
    for (long distance = 1; distance < factors.size(); distance *= 2) {
      int by = side * (int) distance;
      product = BinaryOps.mul(product, ofGroup(product, groups, by, one));
    }
    return product;
  }

  /** {@return values at an offset, or 1 if the offset leaves the group} */
  private static Array ofGroup(Array values, Array groups, int by, Array one) {
    var same = BinaryOps.eq(groups, moved(groups, by, NdArray.scalar(DType.I32, -1)));
    return BinaryOps.select(same, moved(values, by, one), one);
  }

  private static Array moved(Array x, int by, Array fill) {
    return ShapeOps.pad(x, fill, Axes.of(by), Axes.of(-by), NONE);
  }

  private static Array at(Array x, Array places) {
    return Gather.alongAxis(x, places, 0, GatherMode.PROMISE_IN_BOUNDS);
  }
}
