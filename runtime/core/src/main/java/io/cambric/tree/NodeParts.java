package io.cambric.tree;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a node of a registered class: children, static part and keys.
 *
 * {@snippet :
 * Trees.register(
 *     Interval.class,
 *     interval ->
 *         NodeParts.of(List.of(interval.from(), interval.to()), interval.isClosed())
 *             .withNames("from", "to"),
 *     (isClosed, ends) -> new Interval((Array) ends.get(0), (Array) ends.get(1), isClosed));
 * }
 *
 * @param children in a fixed order
 * @param statics the static part, an immutable value with {@code equals}; part of the structure
 * @param keys one key for each child, for paths
 * @param <S> the static part
 * @see Trees#register
 */
public record NodeParts<S>(
    List<? extends @Nullable Object> children, S statics, List<? extends TreeKey> keys) {

  /** {@return parts with numbers as the names of children} */
  public static <S> NodeParts<S> of(List<? extends @Nullable Object> children, S statics) {
    var keys = new ArrayList<TreeKey>(children.size());
    for (int i = 0; i < children.size(); i++) {
      keys.add(new TreeKey.FlattenedIndexKey(i));
    }
    return new NodeParts<>(children, statics, keys);
  }

  /** {@return the parts with a name for each child, like components} */
  public NodeParts<S> withNames(String... names) {
    var named = new ArrayList<TreeKey>(names.length);
    for (var name : names) {
      named.add(new TreeKey.GetAttrKey(name));
    }
    return withKeys(named);
  }

  /** {@return the parts with a key for each child} */
  public NodeParts<S> withKeys(List<? extends TreeKey> childKeys) {
    return new NodeParts<>(children, statics, childKeys);
  }
}
