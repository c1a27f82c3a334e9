package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.core.NdArray;

/** Norms over all leaves of a tree. */
public final class Norms {

  private Norms() {}

  /** {@return the square root of the sum of squares over all leaves; a scalar} */
  public static Array global(Object tree) {
    return Leaves.of(tree).stream()
        .map(leaf -> leaf.square().sum())
        .reduce(Array::add)
        .orElseGet(() -> NdArray.weakScalar(0.0))
        .sqrt();
  }
}
