package io.cambric.optax.contrib;

import io.cambric.build.Convertible;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Leaves;
import io.cambric.transform.function.Fn;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dimension numbers of each weight, as a tree, or as a function from parameters or updates to a
 * tree. A leaf that is {@code null} or an empty {@code Optional} marks weights that are not
 * matrices.
 *
 * <p>Two values are equal if their trees or their functions are equal.
 *
 * @param numbers from a tree to a tree of {@link DimensionNumbers} with the same structure, or to a
 *     prefix of it
 */
@Convertible
public record WeightDimensions(Fn<Object, ?> numbers) {

  /** Dimension numbers that do not depend on the weights. */
  private record Fixed(Object tree) implements Fn<Object, Object> {

    @Override
    public Object apply(Object weights) {
      return tree;
    }
  }

  /**
   * {@return dimension numbers that are a tree}
   *
   * @param tree the numbers of each leaf; the numbers of one leaf may apply to a whole subtree
   */
  public static WeightDimensions of(Object tree) {
    return new WeightDimensions(new Fixed(tree));
  }

  /**
   * {@return dimension numbers that depend on the parameters}
   *
   * @param numbers from the parameters to a tree of dimension numbers
   */
  @SuppressWarnings("unchecked") // it is called with trees of the type of its parameter
  public static <P> WeightDimensions of(Fn<P, ?> numbers) {
    return new WeightDimensions((Fn<Object, ?>) numbers);
  }

  /**
   * {@return the numbers of each leaf of a tree, from left to right; null for a leaf that is not a
   * matrix}
   *
   * @param where the optimiser, for the message
   */
  List<@Nullable DimensionNumbers> ofLeaves(String where, Object tree) {
    var ofLeaves = new ArrayList<@Nullable DimensionNumbers>();
    var spread =
        PrefixSpread.of(
            "The weight dimension numbers of " + where, numbers.apply(tree), Trees.structure(tree));
    for (var leaf : spread) {
      if (leaf != null && !(leaf instanceof DimensionNumbers)) {
        throw new TreeStructureException(
            "%s needs a tree of dimension numbers, but one leaf is %s. Pass new MuonDimensionNumbers(0, 1) for matrices, and null for all else."
                .formatted(where, leaf));
      }
      ofLeaves.add((DimensionNumbers) leaf);
    }
    return ofLeaves;
  }

  /** {@return the same numbers for each matrix, and none for other leaves} */
  static List<@Nullable DimensionNumbers> ofMatrices(Object tree, DimensionNumbers numbers) {
    var ofLeaves = new ArrayList<@Nullable DimensionNumbers>();
    Leaves.of(tree).forEach(leaf -> ofLeaves.add(leaf.rank() == 2 ? numbers : null));
    return ofLeaves;
  }
}
