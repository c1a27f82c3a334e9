package io.cambric.optax.hyperparameter;

import io.cambric.core.Array;

/** The check that shapes broadcast. */
public final class Broadcast {

  private Broadcast() {}

  /** {@return whether sizes, counted from the last axis, are equal or one of them is 1} */
  public static boolean fits(Array x, Array y) {
    for (int i = 1; i <= Math.min(x.rank(), y.rank()); i++) {
      if (x.dim(-i) != y.dim(-i) && x.dim(-i) != 1 && y.dim(-i) != 1) {
        return false;
      }
    }
    return true;
  }
}
