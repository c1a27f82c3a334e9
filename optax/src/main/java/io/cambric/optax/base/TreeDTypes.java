package io.cambric.optax.base;

import io.cambric.array.DType;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.Numpy;

/**
 * The order of the dtypes of the leaves of a tree. A dtype is lower than another one if it is
 * promoted to it.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.tree_utils.tree_dtype</a>
 */
public final class TreeDTypes {

  private TreeDTypes() {}

  /**
   * {@return the dtype to which the dtypes of all leaves are promoted; f32 for a tree without
   * leaves}
   *
   * @throws DTypeException if two dtypes have no order, such as f16 and bf16
   */
  public static DType highest(Object tree) {
    return Leaves.of(tree).stream()
        .map(leaf -> leaf.dtype())
        .reduce((a, b) -> isLower("highest", a, b) ? b : a)
        .orElse(DType.F32);
  }

  /**
   * {@return the dtype that is promoted to the dtype of each leaf; f32 for a tree without leaves}
   *
   * @throws DTypeException if two dtypes have no order, such as f16 and bf16
   */
  public static DType lowest(Object tree) {
    return Leaves.of(tree).stream()
        .map(leaf -> leaf.dtype())
        .reduce((a, b) -> isLower("lowest", a, b) ? a : b)
        .orElse(DType.F32);
  }

  private static boolean isLower(String sought, DType a, DType b) {
    var promoted = Numpy.promoteTypes(a, b);
    if (promoted != a && promoted != b) {
      throw new DTypeException(
          "The %s dtype of a tree needs leaves whose dtypes promote to one another, but got %s and %s. Convert the leaves to one dtype, such as %s."
              .formatted(sought, a, b, promoted));
    }
    return promoted == b;
  }
}
