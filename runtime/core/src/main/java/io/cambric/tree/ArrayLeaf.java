package io.cambric.tree;

/** An array as seen by pytrees: always a leaf, and true or false if it has one element. */
public interface ArrayLeaf {

  /** {@return whether the one element is true} */
  boolean toBoolean();
}
