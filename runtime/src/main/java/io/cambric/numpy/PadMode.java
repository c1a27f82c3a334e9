package io.cambric.numpy;

/** What {@code Numpy.pad} fills in. */
public enum PadMode {
  /** Zeros, or one value. */
  CONSTANT,
  /** The elements at the other end, as if the array were a ring. */
  WRAP,
  /** The elements mirrored at the first and the last one, which are not repeated. */
  REFLECT,
  /** The elements mirrored at the ends, the first and the last one repeated. */
  SYMMETRIC,
  /** The first and the last element. */
  EDGE
}
