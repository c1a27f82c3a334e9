package io.cambric.tree;

import static java.util.stream.Collectors.joining;

import java.util.List;

/**
 * A key path: the keys from the root of a pytree to a leaf.
 *
 * {@snippet :
 * var path = Trees.leavesWithPath(Map.of("layers", List.of(kernel))).getFirst().path();
 * path.keystr(); // ['layers'][0]
 * path.keystr(true, "/"); // layers/0
 * }
 *
 * @param keys the keys from the root; none for a tree that is a leaf
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree_util.keystr.html">tree_util.keystr</a>
 */
public record KeyPath(List<TreeKey> keys) {

  /** Copies the keys. */
  public KeyPath {
    keys = List.copyOf(keys);
  }

  /** {@return the path in the notation of Python, such as {@code ['layers'][0].kernel}} */
  public String keystr() {
    return keystr(false, "");
  }

  /**
   * {@return the path as text}
   *
   * @param simple whether names are printed alone, without brackets, quotes and dots
   * @param separator between the steps
   */
  public String keystr(boolean simple, String separator) {
    return keys.stream().map(key -> simple ? key.simple() : key.text()).collect(joining(separator));
  }

  /** {@return the path in the notation of Python} */
  @Override
  public String toString() {
    return keystr();
  }
}
