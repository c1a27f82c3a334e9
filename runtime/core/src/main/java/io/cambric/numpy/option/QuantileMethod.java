package io.cambric.numpy.option;

/** The value of a quantile whose position lies between two sorted elements. */
public enum QuantileMethod {
  /** Linear interpolation between the two elements. */
  LINEAR,
  /** The lower element. */
  LOWER,
  /** The higher element. */
  HIGHER,
  /** The mean of both elements. */
  MIDPOINT,
  /** The nearer element, or the lower element at equal distances. */
  NEAREST,
  /**
   * The first element up to which the fraction of elements lies: the inverse of the empirical
   * distribution.
   */
  INVERTED_CDF
}
