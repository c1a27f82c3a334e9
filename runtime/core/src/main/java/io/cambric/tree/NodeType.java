package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of one inner node of a pytree, with its static metadata (aux data in JAX). A value with
 * structural {@code equals}.
 */
public interface NodeType {

  /** {@return a node of these children} */
  Object rebuild(List<? extends @Nullable Object> children);

  /** {@return whether the children may be any trees, as in a list; false for typed components} */
  default boolean holdsAnyTree() {
    return false;
  }

  /** {@return whether a value of this class could be child {@code i}} */
  default boolean accepts(int i, Class<?> value) {
    return true;
  }

  /** {@return whether these values could be the children} */
  default boolean acceptsAll(List<? extends @Nullable Object> children) {
    for (int i = 0; i < children.size(); i++) {
      var child = children.get(i);
      if (child != null && !accepts(i, child.getClass())) {
        return false;
      }
    }
    return true;
  }

  /** {@return the name of child {@code i} in paths} */
  String childName(int i);

  /** {@return the key of child {@code i}; by default, a component with its name} */
  default TreeKey childKey(int i) {
    return new TreeKey.GetAttrKey(childName(i));
  }

  /** {@return the word before the children in the text form, such as {@code list}} */
  String label();
}
