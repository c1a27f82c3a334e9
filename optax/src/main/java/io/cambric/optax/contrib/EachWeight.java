package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Leaves;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Functions of the weights of a tree and of their dimension numbers. */
final class EachWeight {

  private EachWeight() {}

  /**
   * {@return a tree of the same structure with a function of each weight}
   *
   * @param where the optimiser, for the message
   * @param dimensions the numbers of each weight, or {@code null} if all are matrices
   * @throws TreeStructureException if a weight has no numbers
   */
  static <P> P map(
      String where,
      P tree,
      @Nullable WeightDimensions dimensions,
      BiFunction<Array, DimensionNumbers, Array> f) {
    var numbers =
        dimensions == null
            ? WeightDimensions.ofMatrices(tree, new MuonDimensionNumbers())
            : dimensions.ofLeaves(where, tree);
    var next = numbers.iterator();
    return Leaves.map(tree, leaf -> f.apply(leaf, required(where, leaf, next.next())));
  }

  private static DimensionNumbers required(
      String where, Array leaf, @Nullable DimensionNumbers numbers) {
    if (numbers == null) {
      throw new TreeStructureException(
          "%s needs dimension numbers for each weight that is not a matrix, but %s has none. Pass weight dimension numbers, or use muon, which passes such weights to Adam."
              .formatted(where, leaf.aval()));
    }
    return numbers;
  }
}
