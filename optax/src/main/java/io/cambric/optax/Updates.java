package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;

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
}
