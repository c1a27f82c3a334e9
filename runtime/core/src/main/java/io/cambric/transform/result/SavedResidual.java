package io.cambric.transform.result;

import io.cambric.core.ShapedArray;

/**
 * An array that the forward pass saves for the backward pass.
 *
 * @param aval the shape and dtype of the array
 * @param origin its origin, such as {@code output of sin from Mlp.call(Mlp.java:31)}
 */
public record SavedResidual(ShapedArray aval, String origin) {

  /** {@return the size of the array in bytes} */
  public long bytes() {
    return aval.bytes();
  }

  /** {@return the aval and the origin, as JAX prints them} */
  @Override
  public String toString() {
    return aval + " " + origin;
  }
}
