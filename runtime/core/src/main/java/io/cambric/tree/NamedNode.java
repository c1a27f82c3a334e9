package io.cambric.tree;

import java.util.Map;

/** A node that maps names to children, like dicts in JAX and Flax. */
public interface NamedNode extends TreeNode {

  /** {@return the children by name, in the order of creation} */
  Map<String, ?> entries();
}
