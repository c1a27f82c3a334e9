package io.cambric.transform;

/**
 * How an associative scan runs.
 *
 * @param reverse whether it begins with the last element
 * @param axis along which the elements lie
 */
public record AssociativeScanSpec(boolean reverse, int axis) {

  /** Forwards along axis 0. */
  static final AssociativeScanSpec DEFAULT = new AssociativeScanSpec(false, 0);

  /** {@return this from the last element to the first} */
  public AssociativeScanSpec reversed() {
    return new AssociativeScanSpec(true, axis);
  }

  /** {@return this along another axis; negative ones count from the end} */
  public AssociativeScanSpec axis(int other) {
    return new AssociativeScanSpec(reverse, other);
  }
}
