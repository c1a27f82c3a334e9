package io.cambric.optax.tree;

import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.tree.Trees;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Reductions of all elements of a tree to one number. */
final class TreeReductions {

  private TreeReductions() {}

  /** {@return whether all elements are close, with {@code rtol} 1e-5 and {@code atol} 1e-8} */
  public static Array allclose(Object x, Object y) {
    return allclose(x, y, 1e-5, 1e-8, false);
  }

  /** {@return whether {@code |x - y| <= atol + rtol |y|} for all elements} */
  public static Array allclose(Object x, Object y, double rtol, double atol) {
    return allclose(x, y, rtol, atol, false);
  }

  /**
   * {@return whether {@code |x - y| <= atol + rtol |y|} for all elements; a bool scalar}
   *
   * @param equalNan whether a NaN is close to a NaN
   */
  public static Array allclose(Object x, Object y, double rtol, double atol, boolean equalNan) {
    return Leaves.all(Leaves.map(x, y, (a, b) -> Numpy.allclose(a, b, rtol, atol, equalNan)));
  }

  /**
   * {@return the largest element; -inf without elements, and leaves without elements are ignored}
   */
  public static Array max(Object tree) {
    return extreme(tree, Double.NEGATIVE_INFINITY, Numpy::max, Lax::pmax, Numpy::maximum);
  }

  /**
   * {@return the smallest element; inf without elements, and leaves without elements are ignored}
   */
  public static Array min(Object tree) {
    return extreme(tree, Double.POSITIVE_INFINITY, Numpy::min, Lax::pmin, Numpy::minimum);
  }

  private static Array extreme(
      Object tree,
      double start,
      UnaryOperator<Array> ofLeaf,
      BiFunction<Array, String[], Array> ofLanes,
      BinaryOperator<Array> ofTwo) {
    Array none = NdArray.weakScalar(start);
    return Leaves.reduced(
            tree, leaf -> leaf.size() == 0 ? none : ofLeaf.apply(leaf), ofLanes, ofTwo)
        .map(extreme -> ofTwo.apply(none, extreme))
        .orElse(none);
  }

  /** {@return the square root of the sum of squares} */
  public static Array norm(Object tree) {
    return Norms.global(tree);
  }

  /**
   * {@return the norm of an order}
   *
   * @param ord 1, 2, or infinity for the largest absolute value
   */
  public static Array norm(Object tree, double ord) {
    return norm(tree, ord, false);
  }

  /**
   * {@return the norm of an order, or its square}
   *
   * @param ord 1, 2, or infinity for the largest absolute value
   * @param squared whether to return the square
   * @throws HyperparameterException if the order is none of these
   */
  public static Array norm(Object tree, double ord, boolean squared) {
    if (ord == 2) {
      return squared ? Norms.squared(tree) : Norms.global(tree);
    }
    if (ord == 1) {
      return powered(Norms.absolute(tree), squared);
    }
    if (ord == Double.POSITIVE_INFINITY) {
      return powered(max(Leaves.map(tree, Array::abs)), squared);
    }
    throw new HyperparameterException(
        "tree.norm needs an order of 1, 2 or infinity, but got %s. Leave it out for 2."
            .formatted(ord));
  }

  private static Array powered(Array norm, boolean squared) {
    return squared ? norm.square() : norm;
  }

  /** {@return the number of elements} */
  public static long size(Object tree) {
    return Leaves.of(tree).stream().mapToLong(Array::size).sum();
  }

  /** {@return the sum of all elements; 0 without leaves} */
  public static Array sum(Object tree) {
    return Leaves.sum(tree);
  }

  /**
   * {@return the sum of all elements; 0 without leaves}
   *
   * @param associativeReduction whether the sums of leaves are added by halves instead of from left
   *     to right
   */
  public static Array sum(Object tree, boolean associativeReduction) {
    if (!associativeReduction) {
      return sum(tree);
    }
    Array zero = NdArray.weakScalar(0.0);
    var sums = Trees.leaves(tree, LaneSlice.class::isInstance).stream().map(Leaves::sum).toList();
    return Trees.reduceAssociative(sums, zero, Array::add);
  }

  /** {@return the sum of the products of elements at the same positions} */
  public static Array vdot(Object x, Object y) {
    return InnerProducts.of(x, y);
  }
}
