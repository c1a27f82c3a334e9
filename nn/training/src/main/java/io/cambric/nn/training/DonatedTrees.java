package io.cambric.nn.training;

import io.cambric.core.NdArray;
import io.cambric.tree.Trees;
import java.util.Collections;
import java.util.IdentityHashMap;

/** Copies trees where donation requires it. */
final class DonatedTrees {

  private DonatedTrees() {}

  /** {@return a copy of a tree that may be donated while the given tree stays unchanged} */
  static <T> T keeping(T tree) {
    return Trees.map(tree, DonatedTrees::shared);
  }

  /** {@return a tree in which no array occurs twice, since an array can be donated only once} */
  static <T> T distinct(T tree) {
    var seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return Trees.map(tree, (Object leaf) -> seen.add(leaf) ? leaf : shared(leaf));
  }

  /** {@return a separate array over the memory of a leaf, which donation does not affect} */
  private static Object shared(Object leaf) {
    return leaf instanceof NdArray array
        ? NdArray.of(array.aval(), array.buffer(), array.offset())
        : leaf;
  }
}
