package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of one inner node of a pytree with all of its metadata; a value with structural {@code
 * equals}.
 */
public interface NodeType {

  /** {@return a node of these children} */
  Object rebuild(List<? extends @Nullable Object> children);

  /**
   * {@return whether any trees may stand where the children do, as in a list; not so where
   * components have types}
   */
  default boolean holdsAnyTree() {
    return false;
  }

  /** {@return whether a value of this class could stand where child {@code i} does} */
  default boolean accepts(int i, Class<?> value) {
    return true;
  }

  /** {@return whether these values could stand where the children do} */
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

  /** {@return the step to child {@code i}; that to a component of this name unless overridden} */
  default TreeKey childKey(int i) {
    return new TreeKey.GetAttrKey(childName(i));
  }

  /** {@return what stands before the children in the text form, such as {@code list}} */
  String label();
}
