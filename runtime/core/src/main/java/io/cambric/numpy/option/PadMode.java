package io.cambric.numpy.option;

/** The values that {@code pad} puts before and after an array. */
public enum PadMode {
  /** Zeros, or a given value. */
  CONSTANT,
  /** The first and last elements again. */
  EDGE,
  /**
   * Values from a given end, 0 if none is, to the first and from the last element, evenly spaced.
   */
  LINEAR_RAMP,
  /** The largest elements. */
  MAXIMUM,
  /** The means; of integers rounded. */
  MEAN,
  /** The medians; of integers rounded. */
  MEDIAN,
  /** The smallest elements. */
  MINIMUM,
  /** The array mirrored at its first and last elements. */
  REFLECT,
  /**
   * As {@code REFLECT}, with values reflected about the elements mirrored at: NumPy's {@code
   * "odd"}.
   */
  REFLECT_ODD,
  /** The array mirrored at its ends, with the first and last elements twice. */
  SYMMETRIC,
  /**
   * As {@code SYMMETRIC}, with values reflected about the elements mirrored at: NumPy's {@code
   * "odd"}.
   */
  SYMMETRIC_ODD,
  /** The array from its other end. */
  WRAP,
  /** Anything; zeros. */
  EMPTY
}
