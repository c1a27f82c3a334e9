package io.cambric.scope;

import io.cambric.numpy.Key;
import java.util.List;

/**
 * A random stream of a scope: a root key, and a path of names that are folded into it when a key is
 * drawn.
 *
 * <p>A lifted transformation splits and batches the root; the suffix is static and stays.
 *
 * @param root the key given to init or apply, or a key that a transformation derived from it
 * @param suffix the path from the scope that got the root
 */
public record LazyRng(Key root, List<String> suffix) {

  /** Copies the suffix. */
  public LazyRng {
    suffix = List.copyOf(suffix);
  }

  /** {@return the same stream one name further down} */
  LazyRng below(String name) {
    return new LazyRng(root, NamePath.below(suffix, name));
  }

  /** {@return the key that the count-th draw yields; the first is 1} */
  Key draw(int count) {
    return RngFold.fold(root, suffix, count);
  }
}
