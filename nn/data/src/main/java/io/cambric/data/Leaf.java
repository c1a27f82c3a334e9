package io.cambric.data;

/** Names of leaves in messages. */
final class Leaf {

  private Leaf() {}

  /** {@return a leaf by its path; a value that is a leaf itself has none} */
  static String named(String path) {
    return path.isEmpty() ? "the array" : "leaf " + path;
  }
}
