package io.cambric.numpy.option;

/** The value of a quantile with a position between two sorted elements. */
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
  /** The first element at which the empirical distribution reaches the fraction: its inverse. */
  INVERTED_CDF
}
