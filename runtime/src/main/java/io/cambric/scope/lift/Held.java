package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.tree.LooseTrees;
import io.cambric.tree.Opaque;
import org.jspecify.annotations.Nullable;

/**
 * A leaf that is no array, and goes through a transformation as it is: flags and sizes stay what
 * they are in the lifted function.
 */
record Held(Object value) implements Opaque {

  /** {@return a tree whose only leaves besides arrays are held} */
  static <T extends @Nullable Object> T hold(T tree) {
    return LooseTrees.map(tree, leaf -> leaf instanceof Array ? leaf : new Held(leaf));
  }

  /** {@return a tree with the leaves as they were before {@link #hold}} */
  static <T extends @Nullable Object> T release(T tree) {
    return LooseTrees.map(tree, leaf -> leaf instanceof Held(var value) ? value : leaf);
  }
}
