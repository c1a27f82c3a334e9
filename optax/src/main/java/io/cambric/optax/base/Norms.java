package io.cambric.optax.base;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Norms over all leaves of a tree, and norms of one array that are bounded from below. The leaves
 * of {@link io.cambric.scope.Shard shards} count together with the leaves of the other lanes.
 *
 * <p>The derivative of a square root is infinite at 0. The derivative of a plain maximum of a norm
 * and a bound is therefore NaN there. Bounded norms have the derivative 0 where the bound applies.
 */
public final class Norms {

  private Norms() {}

  /** {@return the square root of the sum of squares over all leaves; a scalar} */
  public static Array global(Object tree) {
    return squared(tree).sqrt();
  }

  /** {@return the sum of squares over all leaves; a scalar} */
  public static Array squared(Object tree) {
    return Leaves.sum(Leaves.map(tree, Array::square));
  }

  /** {@return the sum of absolute values over all leaves; a scalar} */
  public static Array absolute(Object tree) {
    return Leaves.sum(Leaves.map(tree, Array::abs));
  }

  /**
   * {@return the square root of the sum of squares of all elements, at least the bound; a scalar}
   */
  public static Array safe(Array x, Scalar minNorm) {
    return root(x.square().sum(), minNorm);
  }

  /** {@return the square root of the sum of squares over axes, at least the bound} */
  public static Array safe(Array x, Scalar minNorm, @Nullable Axes axes, boolean keepDims) {
    return root(x.square().sum(axes, keepDims), minNorm);
  }

  /** {@return the norm of an order over one axis or two, at least the bound} */
  public static Array safe(Array x, Scalar minNorm, double order, Axes axes, boolean keepDims) {
    var kept = Linalg.norm(x, order, axes, true);
    var positive = Numpy.where(kept.le(minNorm.like(kept)), 1, x);
    var safe = Linalg.norm(positive, order, axes, keepDims);
    var bound = minNorm.like(safe);
    return Numpy.where(kept.reshape(safe.shape()).le(bound), bound, safe);
  }

  /**
   * {@return the square root of the mean of squares of all elements, at least the bound; a scalar}
   */
  public static Array safeRootMeanSquares(Array x, Scalar minRms) {
    return root(x.square().mean(), minRms);
  }

  /** The first where keeps 0 out of the square root, because its derivative there is infinite. */
  private static Array root(Array squares, Scalar minRoot) {
    var root = squares.sqrt();
    var bound = minRoot.like(root);
    var below = root.le(bound);
    return Numpy.where(below, bound, Numpy.where(below, 1, squares).sqrt());
  }
}
