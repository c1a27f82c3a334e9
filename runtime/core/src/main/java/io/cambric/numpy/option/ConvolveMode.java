package io.cambric.numpy.option;

/** The part of a convolution that is returned. */
public enum ConvolveMode {
  /** Every position where the vectors overlap. */
  FULL,
  /** The central positions, as many as the longer vector has elements. */
  SAME,
  /** The positions at which the shorter vector is inside the longer one. */
  VALID
}
