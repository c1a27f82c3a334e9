package io.cambric.optax.wrapper;

import io.cambric.tree.TreeDef;
import io.cambric.tree.TreePrefix;
import java.util.List;

/**
 * A tree given by the values of its leaves, such as labels from a mask, or a mask from labels.
 *
 * @param values from left to right
 */
record LeafValues(List<?> values) implements TreePrefix {

  @Override
  public List<?> spread(String what, TreeDef structure) {
    return values;
  }
}
