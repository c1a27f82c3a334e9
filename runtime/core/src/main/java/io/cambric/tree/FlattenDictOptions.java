package io.cambric.tree;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * Options of {@link TraverseUtil#flattenDict}.
 *
 * @param keepEmptyNodes whether an empty map becomes {@link TraverseUtil#EMPTY_NODE}; else it is
 *     dropped
 * @param isLeaf decides from the names on the path to a map, and the map, whether it stays
 *     unflattened
 */
public record FlattenDictOptions(
    boolean keepEmptyNodes, BiPredicate<? super List<Object>, Object> isLeaf) {

  /** Empty maps are dropped, and every other map is flattened. */
  public static final FlattenDictOptions DEFAULT = new FlattenDictOptions(false, (_, _) -> false);

  /** {@return the options with another treatment of empty maps} */
  public FlattenDictOptions withKeepEmptyNodes(boolean keep) {
    return new FlattenDictOptions(keep, isLeaf);
  }

  /** {@return the options with a condition on maps that are not flattened} */
  public FlattenDictOptions withIsLeaf(BiPredicate<? super List<Object>, Object> condition) {
    return new FlattenDictOptions(keepEmptyNodes, condition);
  }
}
