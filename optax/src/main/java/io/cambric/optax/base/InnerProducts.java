package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Inner products of trees, and steps along them. */
public final class InnerProducts {

  private InnerProducts() {}

  /**
   * {@return the sum over all leaves of the products of elements; a scalar}
   *
   * <p>For {@link io.cambric.scope.Shard shards}, the sum covers the elements of all lanes.
   *
   * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.tree.vdot</a>
   */
  public static <T> Array of(T x, Object y) {
    return Leaves.sum(Leaves.map(x, y, Numpy::vdot));
  }

  /** {@return x + factor * y, leaf by leaf, in the dtypes of x} */
  public static <T> T along(T x, Array factor, Object y) {
    return Leaves.map(x, y, (a, b) -> a.add(factor.mul(b)).astype(a.dtype()));
  }

  /** {@return the tree times a scalar, in the dtypes of the tree} */
  public static <T> T scaled(T tree, Array factor) {
    return Leaves.map(tree, leaf -> factor.mul(leaf).astype(leaf.dtype()));
  }
}
