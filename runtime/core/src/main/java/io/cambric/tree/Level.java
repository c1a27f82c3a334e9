package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One level of a pytree: a node and its children, which are not flattened further.
 *
 * @param type of the node
 * @param children in order; an empty optional counts as a child, too
 */
public record Level(NodeType type, List<? extends @Nullable Object> children) {

  /** {@return a value as a node; null for a leaf} */
  public static @Nullable Level of(Object tree) {
    if (tree instanceof TreeNode node) {
      return new Level(node.nodeType(), node.treeChildren());
    }
    var registered = NodeRegistry.find(tree.getClass());
    if (registered != null) {
      return registered.level(tree);
    }
    return switch (tree) {
      case List<?> list ->
          new Level(new NodeTypes.ListType(list.size(), Containers.makerOf(list)), list);
      case Map<?, ?> map -> ofMap(map, Containers.makerOf(map));
      case Optional<?> optional ->
          new Level(
              new NodeTypes.OptionalType(optional.isPresent()),
              Collections.singletonList(optional.orElse(null)));
      case Record record when !(record instanceof Opaque) -> {
        var flattener = Flatteners.of(record.getClass());
        yield new Level(
            new NodeTypes.RecordType(record.getClass(), Arrays.asList(flattener.statics(record))),
            Arrays.asList(flattener.children(record)));
      }
      default -> null;
    };
  }

  /**
   * {@return a map of the class of another map, with these entries in order}
   *
   * @throws TreeStructureException if the class is not registered and cannot be rebuilt
   */
  public static Map<?, ?> mapLike(Map<?, ?> map, LinkedHashMap<Object, @Nullable Object> entries) {
    var maker =
        NodeRegistry.find(map.getClass()) instanceof RegisteredClass.Maps registered
            ? registered.maker()
            : Containers.makerOf(map);
    return maker.make(entries);
  }

  /** {@return a map as a node} */
  static Level ofMap(Map<?, ?> map, Containers.MapMaker maker) {
    var keys = sortedKeys(map);
    var values = new ArrayList<@Nullable Object>(keys.size());
    for (var key : keys) {
      values.add(map.get(key));
    }
    return new Level(new NodeTypes.MapType(keys, maker), values);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<Object> sortedKeys(Map<?, ?> map) {
    var keys = new ArrayList<Object>(map.keySet());
    try {
      keys.sort((a, b) -> ((Comparable) a).compareTo(b));
    } catch (ClassCastException | NullPointerException e) {
      throw new TreeStructureException(
          "A map in a pytree needs mutually comparable keys, but has %s. Use strings."
              .formatted(keys),
          e);
    }
    return keys;
  }

  /** {@return the children in the structure: none for an empty optional} */
  List<? extends @Nullable Object> present() {
    return type instanceof NodeTypes.OptionalType(var isPresent) && !isPresent
        ? List.of()
        : children;
  }

  /** {@return the keys of the children, as in key paths} */
  public List<TreeKey> keys() {
    var keys = new ArrayList<TreeKey>(children.size());
    for (int i = 0; i < children.size(); i++) {
      keys.add(type.childKey(i));
    }
    return Collections.unmodifiableList(keys);
  }

  /** {@return the names of the children} */
  List<String> names() {
    var names = new ArrayList<String>();
    for (int i = 0; i < children.size(); i++) {
      names.add(type.childName(i));
    }
    return names;
  }

  /** {@return the node with a child replaced} */
  Object with(int i, @Nullable Object child) {
    var changed = new ArrayList<@Nullable Object>(children);
    changed.set(i, child);
    return type.rebuild(changed);
  }
}
