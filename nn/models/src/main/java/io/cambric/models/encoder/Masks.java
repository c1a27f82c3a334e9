package io.cambric.models.encoder;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Masks of attention, true where a query attends to a key. */
public final class Masks {

  private Masks() {}

  /**
   * {@return the mask that hides padding}
   *
   * @param tokens {@code [batch, keys]}, 0 at padding
   * @return {@code [batch, 1, 1, keys]}, true elsewhere
   */
  public static Array ofPadding(Array tokens) {
    return Numpy.expandDims(Numpy.notEqual(tokens, Numpy.zerosLike(tokens)), new int[] {1, 2});
  }

  /** {@return the mask that hides later positions, {@code [1, 1, length, length]}} */
  public static Array causal(int length) {
    var places = Numpy.arange(length);
    return Numpy.expandDims(
        Numpy.expandDims(places, 1).ge(Numpy.expandDims(places, 0)).astype(DType.BOOL),
        new int[] {0, 1});
  }
}
