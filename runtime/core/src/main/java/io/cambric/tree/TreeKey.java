package io.cambric.tree;

/**
 * One key of a key path: the step from a node to one of its children.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.tree_util.html">jax.tree_util.DictKey,
 *     SequenceKey, GetAttrKey, FlattenedIndexKey</a>
 */
public sealed interface TreeKey {

  /**
   * A key of a map.
   *
   * @param key of the entry
   */
  record DictKey(Object key) implements TreeKey {}

  /**
   * A position in a list.
   *
   * @param index from 0
   */
  record SequenceKey(int index) implements TreeKey {}

  /**
   * A component of a record.
   *
   * @param name of the component
   */
  record GetAttrKey(String name) implements TreeKey {}

  /**
   * A child of a node without names, such as a node of a class registered without keys.
   *
   * @param index of the child, from 0
   */
  record FlattenedIndexKey(int index) implements TreeKey {}

  /** {@return the name alone, as in the path {@code Dense_0/kernel}} */
  default String simple() {
    return switch (this) {
      case DictKey(var key) -> key.toString();
      case SequenceKey(var index) -> Integer.toString(index);
      case GetAttrKey(var name) -> name;
      case FlattenedIndexKey(var index) -> Integer.toString(index);
    };
  }

  /**
   * {@return the key in the notation of Python, such as {@code ['a']}, {@code [0]} or {@code
   * .kernel}}
   */
  default String text() {
    return switch (this) {
      case DictKey(String key) -> "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']";
      case DictKey(var key) -> "[" + key + "]";
      case SequenceKey(var index) -> "[" + index + "]";
      case GetAttrKey(var name) -> "." + name;
      case FlattenedIndexKey(var index) -> "[<flat index " + index + ">]";
    };
  }
}
