package io.cambric.numpy.option;

/** The order in which the elements of an array are counted. */
public enum Order {
  /** Row-major: the last index runs fastest. */
  C,
  /** Column-major, as in Fortran: the first index runs fastest. */
  F
}
