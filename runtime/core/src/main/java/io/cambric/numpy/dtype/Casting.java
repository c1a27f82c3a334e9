package io.cambric.numpy.dtype;

/**
 * How much a conversion between dtypes may change, from the strictest to the loosest.
 *
 * @see <a
 *     href="https://numpy.org/doc/stable/reference/generated/numpy.can_cast.html">np.can_cast</a>
 */
public enum Casting {
  /** The dtype stays. */
  NO,
  /** The dtype stays: arrays have one byte order only. */
  EQUIV,
  /** All values stay, except that 64-bit integers may become f64. */
  SAFE,
  /** As safe, and to fewer bits within a kind, or to a later one of unsigned, signed, floating. */
  SAME_KIND,
  /** Any conversion. */
  UNSAFE
}
