package io.cambric.numpy.option;

/** Which value a quantile is whose place lies between two sorted elements. */
public enum QuantileMethod {
  /** On the line between the two. */
  LINEAR,
  /** The lower one. */
  LOWER,
  /** The higher one. */
  HIGHER,
  /** Half of both. */
  MIDPOINT,
  /** The nearer one, the lower one of equally near ones. */
  NEAREST,
  /** The first element up to which the share lies: the inverse of the empirical distribution. */
  INVERTED_CDF
}
