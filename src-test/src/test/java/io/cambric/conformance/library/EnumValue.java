package io.cambric.conformance.library;

/**
 * A constant that Python names and Java has in an enum, such as {@code
 * lax.RoundingMethod.TO_NEAREST_EVEN}.
 */
record EnumValue(String name) {

  @Override
  public String toString() {
    return name;
  }
}
