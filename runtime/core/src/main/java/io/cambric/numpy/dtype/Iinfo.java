package io.cambric.numpy.dtype;

import io.cambric.array.DType;

/**
 * The limits of an integer dtype.
 *
 * @param dtype of the numbers
 * @param bits of one number
 * @param min the least number
 * @param max the greatest number; for u64 its bits, which {@code Long.toUnsignedString} writes
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.iinfo.html">jnp.iinfo</a>
 */
public record Iinfo(DType dtype, int bits, long min, long max) {

  /** {@return the greatest number in decimal digits} */
  public String maxText() {
    return Long.toUnsignedString(max);
  }
}
