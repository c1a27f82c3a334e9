package io.cambric.optax.wrapper;

import io.cambric.tree.TreeDef;
import io.cambric.tree.TreePrefix;
import java.util.List;

/**
 * A tree that is given by the values of its leaves, as labels and masks that follow from one
 * another are.
 *
 * @param values from left to right
 */
record LeafValues(List<?> values) implements TreePrefix {

  @Override
  public List<?> spread(String what, TreeDef structure) {
    return values;
  }
}
