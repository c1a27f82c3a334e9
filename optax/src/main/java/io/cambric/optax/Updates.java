package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/** Functions of updates and parameters. */
final class Updates {

  private Updates() {}

  /**
   * {@return parameters plus updates, each sum converted back to the dtype of the parameter}
   *
   * @throws io.cambric.errors.TreeStructureException if their structures differ
   */
  public static <P> P applyUpdates(P params, P updates) {
    return Leaves.map(params, updates, (p, u) -> p.add(u).astype(p.dtype()));
  }

  /** {@return the square root of the sum of squares over all leaves; a scalar} */
  public static Array globalNorm(Object tree) {
    return Norms.global(tree);
  }

  /**
   * {@return the larger of the Euclidean norm of all elements and a bound; a scalar}
   *
   * <p>The derivative is 0 where the bound holds, even for elements that are all 0.
   *
   * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_norm</a>
   */
  public static Array safeNorm(Array x, Scalar minNorm) {
    return Norms.safe(x, minNorm);
  }

  /**
   * {@return the larger of the Euclidean norm over axes and a bound}
   *
   * @param axis the axes, or {@code null} for all
   * @param keepDims whether the axes stay with size 1
   */
  public static Array safeNorm(Array x, Scalar minNorm, @Nullable Axes axis, boolean keepDims) {
    return Norms.safe(x, minNorm, axis, keepDims);
  }

  /**
   * {@return the larger of a norm over axes and a bound}
   *
   * @param ord the order: of vectors over one axis, of matrices over two
   * @param keepDims whether the axes stay with size 1
   * @throws io.cambric.errors.ShapeException if there are not one or two axes, or the order is none
   *     of matrices
   */
  public static Array safeNorm(Array x, Scalar minNorm, double ord, Axes axis, boolean keepDims) {
    return Norms.safe(x, minNorm, ord, axis, keepDims);
  }

  /**
   * {@return the larger of the root mean square of all elements and a bound; a scalar}
   *
   * <p>The derivative is 0 where the bound holds, even for elements that are all 0.
   *
   * @see <a
   *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_root_mean_squares</a>
   */
  public static Array safeRootMeanSquares(Array x, Scalar minRms) {
    return Norms.safeRootMeanSquares(x, minRms);
  }
}
