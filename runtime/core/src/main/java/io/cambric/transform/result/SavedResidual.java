package io.cambric.transform.result;

import io.cambric.core.ShapedArray;

/**
 * An array that lives from the forward to the backward pass.
 *
 * @param aval its shape and dtype
 * @param origin what it is, such as {@code output of sin from Mlp.call(Mlp.java:31)}
 */
public record SavedResidual(ShapedArray aval, String origin) {

  /** {@return the bytes it takes} */
  public long bytes() {
    return aval.bytes();
  }

  /** {@return the aval and the origin, as JAX prints them} */
  @Override
  public String toString() {
    return aval + " " + origin;
  }
}
