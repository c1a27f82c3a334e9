package io.cambric.numpy.option;

/** The part of a convolution that is returned. */
public enum ConvolveMode {
  /** Every place where the vectors overlap. */
  FULL,
  /** As many places as the longer vector has, in the middle. */
  SAME,
  /** The places where the shorter vector lies within the longer one. */
  VALID
}
