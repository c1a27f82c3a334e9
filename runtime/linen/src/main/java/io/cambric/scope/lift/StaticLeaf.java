package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.tree.LooseTrees;
import io.cambric.tree.Opaque;
import io.cambric.tree.StaticValues;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leaf that is not an array and passes through a lifted transformation unchanged. Flags and sizes
 * thus stay Java values in the lifted function.
 */
record StaticLeaf(Object value) implements Opaque {

  /**
   * {@return a tree with each leaf that is not an array held as a static leaf}
   *
   * @throws io.cambric.errors.TreeStructureException if a leaf is neither an array nor a static
   *     value
   */
  static <T extends @Nullable Object> T hold(T tree) {
    var flat = Trees.flatten(tree);
    StaticValues.requireAll("A tree of a lifted function", flat.structure(), staticLeaves(flat));
    return LooseTrees.map(tree, leaf -> leaf instanceof Array ? leaf : new StaticLeaf(leaf));
  }

  private static List<@Nullable Object> staticLeaves(Trees.Flat flat) {
    var leaves = new ArrayList<@Nullable Object>(flat.leaves().size());
    flat.leaves().forEach(leaf -> leaves.add(leaf instanceof Array ? null : leaf));
    return leaves;
  }

  /** {@return a tree with the leaves that it had before {@link #hold}} */
  static <T extends @Nullable Object> T release(T tree) {
    return LooseTrees.map(tree, leaf -> leaf instanceof StaticLeaf(var value) ? value : leaf);
  }

  /** {@return the text of the value, as messages show leaves} */
  @Override
  public String toString() {
    return value.toString();
  }
}
