package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Leaves;

/** Sums over all leaves of a tree; each is a scalar. */
final class TreeSums {

  private TreeSums() {}

  /** {@return the sum of products of two trees} */
  static Array dot(Object first, Object second) {
    return total(Leaves.map(first, second, (a, b) -> a.mul(b).sum()));
  }

  /** {@return the sum of squares, which is the square of the norm} */
  static Array squares(Object tree) {
    return total(Leaves.map(tree, leaf -> leaf.square().sum()));
  }

  /** {@return the sum of absolute values} */
  static Array absolutes(Object tree) {
    return total(Leaves.map(tree, leaf -> leaf.abs().sum()));
  }

  private static Array total(Object sums) {
    return Leaves.of(sums).stream().reduce(Array::add).orElseGet(() -> NdArray.weakScalar(0.0));
  }
}
