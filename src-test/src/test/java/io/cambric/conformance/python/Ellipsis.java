package io.cambric.conformance.python;

/** The value of {@code ...}. */
public enum Ellipsis {
  ELLIPSIS
}
