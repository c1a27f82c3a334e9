package io.cambric.optax.tree;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/** Trees of constants, and of repeated arrays, in the structure of another tree. */
final class TreeFilling {

  private TreeFilling() {}

  /**
   * {@return the tree with each leaf repeated along new leading axes}
   *
   * @param shape sizes of the new axes
   */
  public static <T> T batchShape(T tree, Shape shape) {
    return Leaves.map(tree, leaf -> Numpy.broadcastTo(leaf, shape.concat(leaf.shape())));
  }

  /** {@return a tree in the shapes and dtypes of another one, filled with a value} */
  public static <T> T fullLike(T tree, Scalar fillValue) {
    return fullLike(tree, fillValue, null);
  }

  /**
   * {@return a tree in the shapes of another one, filled with a value}
   *
   * @param dtype of the result, or {@code null} for the dtype of each leaf
   */
  public static <T> T fullLike(T tree, Scalar fillValue, @Nullable DType dtype) {
    return Leaves.map(tree, leaf -> full(leaf, fillValue, dtype == null ? leaf.dtype() : dtype));
  }

  private static Array full(Array leaf, Scalar value, DType dtype) {
    return Numpy.broadcastTo(value.array().astype(dtype), leaf.shape());
  }

  /** {@return ones in the shapes and dtypes of a tree} */
  public static <T> T onesLike(T tree) {
    return fullLike(tree, Scalar.of(1), null);
  }

  /** {@return ones in the shapes of a tree} */
  public static <T> T onesLike(T tree, @Nullable DType dtype) {
    return fullLike(tree, Scalar.of(1), dtype);
  }

  /** {@return zeros in the shapes and dtypes of a tree} */
  public static <T> T zerosLike(T tree) {
    return Leaves.zerosLike(tree, null);
  }

  /** {@return zeros in the shapes of a tree} */
  public static <T> T zerosLike(T tree, @Nullable DType dtype) {
    return Leaves.zerosLike(tree, dtype);
  }
}
