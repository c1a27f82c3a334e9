package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leaf of a prefix tree with a separate value for each leaf below its place.
 *
 * @see PrefixSpread#of
 */
public interface TreePrefix extends Opaque {

  /**
   * {@return one value for each leaf of the tree at its place}
   *
   * @param what the name of the argument, for messages
   * @param structure of the tree at its place
   * @throws io.cambric.errors.TreeStructureException if the prefix does not fit
   */
  List<? extends @Nullable Object> spread(String what, TreeDef structure);
}
