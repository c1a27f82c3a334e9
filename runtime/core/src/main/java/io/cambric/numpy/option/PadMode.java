package io.cambric.numpy.option;

/** The values that {@code pad} puts before and after an array. */
public enum PadMode {
  /** Zeros, or a given value. */
  CONSTANT,
  /** The first and last elements, repeated. */
  EDGE,
  /** Evenly spaced values between a given end, 0 by default, and the first or last element. */
  LINEAR_RAMP,
  /** The largest elements. */
  MAXIMUM,
  /** The means, rounded for integers. */
  MEAN,
  /** The medians, rounded for integers. */
  MEDIAN,
  /** The smallest elements. */
  MINIMUM,
  /** The array mirrored at its first and last elements. */
  REFLECT,
  /**
   * Like {@code REFLECT}, with values reflected about the mirror elements, too: NumPy's {@code
   * "odd"}.
   */
  REFLECT_ODD,
  /** The array mirrored at its ends; the first and last elements appear twice. */
  SYMMETRIC,
  /**
   * Like {@code SYMMETRIC}, with values reflected about the end elements, too: NumPy's {@code
   * "odd"}.
   */
  SYMMETRIC_ODD,
  /** The elements from the other end of the array. */
  WRAP,
  /** Unspecified values; zeros here. */
  EMPTY
}
