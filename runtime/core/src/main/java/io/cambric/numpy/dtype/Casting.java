package io.cambric.numpy.dtype;

/**
 * The changes that a conversion between dtypes may make, from the strictest to the loosest.
 *
 * @see <a
 *     href="https://numpy.org/doc/stable/reference/generated/numpy.can_cast.html">np.can_cast</a>
 */
public enum Casting {
  /** The same dtype. */
  NO,
  /** The same dtype, since arrays have one byte order only. */
  EQUIV,
  /** All values are preserved, except that 64-bit integers may become f64. */
  SAFE,
  /**
   * Safe conversions, and conversions to fewer bits within a kind, or to a later kind in the order
   * unsigned, signed, floating.
   */
  SAME_KIND,
  /** Any conversion. */
  UNSAFE
}
