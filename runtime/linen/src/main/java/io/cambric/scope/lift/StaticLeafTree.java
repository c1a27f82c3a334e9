package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flattened pytree of arrays and static leaves.
 *
 * @param structure of the tree
 * @param leaves arrays, or avals in their place, and static leaves
 */
record StaticLeafTree(TreeDef structure, List<Object> leaves) {

  static StaticLeafTree of(@Nullable Object tree) {
    var flat = Trees.flatten(StaticLeaf.hold(tree));
    return new StaticLeafTree(flat.structure(), flat.leaves());
  }

  /** {@return the arrays, from left to right} */
  List<Array> arrays() {
    var arrays = new ArrayList<Array>();
    for (var leaf : leaves) {
      if (leaf instanceof Array array) {
        arrays.add(array);
      }
    }
    return arrays;
  }

  /** {@return this with avals in place of arrays, a value that retains no arrays} */
  StaticLeafTree withAvals() {
    return new StaticLeafTree(
        structure,
        leaves.stream()
            .map(leaf -> leaf instanceof Array array ? (Object) array.aval() : leaf)
            .toList());
  }

  /** {@return the avals, from left to right} */
  List<ShapedArray> avals() {
    var avals = new ArrayList<ShapedArray>();
    for (var leaf : withAvals().leaves) {
      if (leaf instanceof ShapedArray aval) {
        avals.add(aval);
      }
    }
    return avals;
  }

  /** {@return the tree, of the type that the caller knows it has, with these arrays} */
  @SuppressWarnings({"unchecked", "NullAway"}) // null is a tree, too
  <T extends @Nullable Object> T with(List<? extends Array> arrays) {
    var all = new ArrayList<Object>(leaves.size());
    var next = arrays.iterator();
    for (var leaf : leaves) {
      all.add(leaf instanceof Array || leaf instanceof ShapedArray ? next.next() : leaf);
    }
    return StaticLeaf.release((T) structure.unflatten(all));
  }
}
