package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pytree node that flattens itself; for types that are not records.
 *
 * <p>{@link #nodeType} is the static metadata, and rebuilds nodes. Two nodes have one structure if
 * their node types are equal.
 */
public interface TreeNode {

  /** {@return the children, in a fixed order} */
  List<? extends @Nullable Object> treeChildren();

  /** {@return the static metadata, as a value with {@code equals} that can rebuild the node} */
  NodeType nodeType();

  /**
   * {@return this node, flattened; a class of nodes that are flattened often may cache the result}
   */
  default Trees.Flat flat() {
    return TreeFlattening.flattenNode(this);
  }
}
