package io.cambric.optax.tree;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/** Dtypes of trees. */
final class TreeDtypes {

  private TreeDtypes() {}

  /** {@return the tree in another dtype, or unchanged if the dtype is {@code null}} */
  public static <T> T cast(T tree, @Nullable DType dtype) {
    return Leaves.cast(tree, dtype);
  }

  /** {@return the tree with each leaf in the dtype of the leaf of another tree at its path} */
  public static <T> T castLike(T tree, Object other) {
    return Leaves.map(tree, other, (leaf, like) -> leaf.astype(like.dtype()));
  }

  /**
   * {@return the dtype of all leaves; f32 without leaves}
   *
   * @throws DTypeException if they differ
   */
  public static DType dtype(Object tree) {
    var leaves = Leaves.of(tree);
    var paths = Trees.structure(tree).paths();
    var dtype = leaves.isEmpty() ? DType.F32 : leaves.getFirst().dtype();
    for (int i = 0; i < leaves.size(); i++) {
      if (leaves.get(i).dtype() != dtype) {
        throw new DTypeException(
            "tree.dtype needs leaves with the same dtype, but \"%s\" is %s and \"%s\" is %s. Pass a MixedDtypes to choose one."
                .formatted(paths.getFirst(), dtype, paths.get(i), leaves.get(i).dtype()));
      }
    }
    return dtype;
  }

  /**
   * {@return a dtype of leaves that may differ; f32 without leaves}
   *
   * @throws DTypeException if the highest or lowest dtype is requested, but neither of two dtypes
   *     promotes to the other
   */
  public static DType dtype(Object tree, MixedDtypes mixed) {
    return switch (mixed) {
      case HIGHEST -> TreeDTypes.highest(tree);
      case LOWEST -> TreeDTypes.lowest(tree);
      case PROMOTE ->
          Leaves.of(tree).stream().map(Array::dtype).reduce(Numpy::promoteTypes).orElse(DType.F32);
    };
  }
}
