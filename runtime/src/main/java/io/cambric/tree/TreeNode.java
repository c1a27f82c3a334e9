package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class that takes part in pytrees by taking itself apart; for types that are not records.
 *
 * <p>{@link #nodeType} is the metadata: two nodes have one structure when their types are equal,
 * and it builds nodes again.
 */
public interface TreeNode {

  /** {@return the children, in a fixed order} */
  List<? extends @Nullable Object> treeChildren();

  /** {@return what is not children, as a value with {@code equals}, able to rebuild} */
  NodeType nodeType();

  /** {@return this taken apart; a class whose nodes are taken apart often may keep the result} */
  default Trees.Flat flat() {
    return Trees.flattenNode(this);
  }
}
