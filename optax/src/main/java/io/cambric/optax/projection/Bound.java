package io.cambric.optax.projection;

import io.cambric.build.Convertible;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound of the elements of a tree: one number for all, or a tree of bounds.
 *
 * <p>A tree of bounds has the structure of the bounded tree, or is a prefix of it. A bound in place
 * of a subtree applies to the whole subtree. Leaves of the tree of bounds are numbers, or arrays
 * that broadcast to the bounded leaves.
 *
 * {@snippet :
 * projectionBox(params, 0, Map.of("scale", 2.0, "weights", largest));
 * }
 *
 * @param tree numbers and arrays
 * @see <a href="https://optax.readthedocs.io/en/latest/api/projections.html">optax.projections</a>
 */
@Convertible
public record Bound(Object tree) {

  /** {@return one bound for all elements} */
  public static Bound of(double number) {
    return new Bound(number);
  }

  /** {@return the bounds of a tree of numbers and arrays, or of one array} */
  public static Bound of(Object tree) {
    return new Bound(tree);
  }

  /**
   * {@return the bound of each leaf of a tree, in its dtype}
   *
   * @param what the name of the bound in messages, such as {@code "The lower bound of
   *     projection_box"}
   * @throws TreeStructureException if this is not a prefix of the tree, or has other leaves
   * @throws ShapeException if a bound does not broadcast to its leaf
   */
  List<Array> ofLeaves(String what, Object bounded) {
    var leaves = Leaves.of(bounded);
    var spread = PrefixSpread.of(what, tree, Trees.structure(bounded));
    var bounds = new ArrayList<Array>();
    for (int i = 0; i < spread.size(); i++) {
      bounds.add(ofLeaf(what, spread.get(i), leaves.get(i)));
    }
    return bounds;
  }

  private static Array ofLeaf(String what, @Nullable Object bound, Array leaf) {
    return switch (bound) {
      case Number number -> NdArray.scalar(leaf.dtype(), number.doubleValue());
      case Array array when broadcasts(array, leaf) -> array.astype(leaf.dtype());
      case Array array ->
          throw new ShapeException(
              "%s needs arrays that broadcast to the leaves of the tree, but got %s for the leaf %s. Give it the shape of the leaf, or one number."
                  .formatted(what, array.aval(), leaf.aval()));
      case null, default ->
          throw new TreeStructureException(
              "%s needs numbers and arrays, but one leaf is %s. Use infinity for no bound."
                  .formatted(what, bound));
    };
  }

  private static boolean broadcasts(Array bound, Array leaf) {
    if (bound.rank() > leaf.rank()) {
      return false;
    }
    for (int i = 1; i <= bound.rank(); i++) {
      if (bound.dim(-i) != 1 && bound.dim(-i) != leaf.dim(-i)) {
        return false;
      }
    }
    return true;
  }

  /** {@return a tree with elements between two bounds} */
  static <T> T limit(String where, T tree, Bound lower, Bound upper) {
    var lowest = lower.ofLeaves("The lower bound of " + where, tree).iterator();
    var highest = upper.ofLeaves("The upper bound of " + where, tree).iterator();
    return Leaves.map(
        tree, leaf -> Numpy.minimum(Numpy.maximum(leaf, lowest.next()), highest.next()));
  }
}
