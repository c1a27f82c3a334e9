package io.cambric.nn.summary;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tree with avals in place of arrays, and its other leaves unchanged. Its text is in the block
 * style of YAML.
 */
public final class ShapeTree {

  private final TreeDef structure;
  private final List<Object> leaves;

  private ShapeTree(TreeDef structure, List<Object> leaves) {
    this.structure = structure;
    this.leaves = Collections.unmodifiableList(leaves);
  }

  /** {@return a tree with avals in place of arrays} */
  public static ShapeTree of(@Nullable Object tree) {
    var flat = Trees.flatten(tree);
    var leaves = new ArrayList<Object>();
    flat.leaves().forEach(leaf -> leaves.add(leaf instanceof Array array ? array.aval() : leaf));
    return new ShapeTree(flat.structure(), leaves);
  }

  /** {@return the structure of the tree} */
  public TreeDef structure() {
    return structure;
  }

  /** {@return the leaves, from left to right, with avals for arrays} */
  public List<Object> leaves() {
    return leaves;
  }

  /** {@return the avals of the arrays, from left to right} */
  public List<ShapedArray> avals() {
    return leaves.stream()
        .filter(ShapedArray.class::isInstance)
        .map(ShapedArray.class::cast)
        .toList();
  }

  /** {@return the tree with these arrays, cast to the caller's type} */
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if the tree was
  <T extends @Nullable Object> T filled(Iterator<Array> arrays) {
    return (T)
        structure.unflatten(
            leaves.stream()
                .map(leaf -> leaf instanceof ShapedArray ? arrays.next() : leaf)
                .toList());
  }

  @Override
  public String toString() {
    return TreeText.of(this);
  }
}
