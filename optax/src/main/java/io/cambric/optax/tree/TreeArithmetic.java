package io.cambric.optax.tree;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/** Arithmetic leaf by leaf. */
final class TreeArithmetic {

  private TreeArithmetic() {}

  /** {@return the sum of trees} */
  public static <T> T add(T x, T y, Object... others) {
    var sum = Leaves.map(x, y, Array::add);
    for (var other : others) {
      sum = Leaves.map(sum, other, Array::add);
    }
    return sum;
  }

  /** {@return x + scalar * y} */
  public static <T> T addScale(T x, Scalar scalar, T y) {
    return Leaves.map(x, y, (a, b) -> a.add(scalar.times(b)));
  }

  /**
   * {@return the tree with each element between two bounds}
   *
   * @param min the lower bound, or {@code null} for none
   * @param max the upper bound, or {@code null} for none
   */
  public static <T> T clip(T tree, @Nullable Array min, @Nullable Array max) {
    return Leaves.map(tree, leaf -> Numpy.clip(leaf, min, max));
  }

  /** {@return the tree with each element between two bounds} */
  public static <T> T clip(T tree, double min, double max) {
    return Leaves.map(tree, leaf -> Numpy.clip(leaf, min, max));
  }

  /** {@return x / y} */
  public static <T> T div(T x, T y) {
    return Leaves.map(x, y, Array::div);
  }

  /** {@return x * y} */
  public static <T> T mul(T x, T y) {
    return Leaves.map(x, y, Array::mul);
  }

  /** {@return scalar * tree} */
  public static <T> T scale(Scalar scalar, T tree) {
    return Leaves.map(tree, scalar::times);
  }

  /** {@return x - y} */
  public static <T> T sub(T x, T y) {
    return Leaves.map(x, y, Array::sub);
  }

  /**
   * {@return the elements of one of two trees}
   *
   * @param condition a bool scalar, or an array that broadcasts against each leaf
   * @param x where the condition holds
   * @param y elsewhere
   */
  public static <T> T where(Array condition, T x, T y) {
    return Leaves.map(x, y, (a, b) -> Numpy.where(condition, a, b));
  }
}
