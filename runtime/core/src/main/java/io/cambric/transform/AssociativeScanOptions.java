package io.cambric.transform;

/**
 * The options of an associative scan.
 *
 * @param reverse whether the scan begins with the last element
 * @param axis the axis of the elements
 */
public record AssociativeScanOptions(boolean reverse, int axis) {

  /** A forward scan along axis 0. */
  public static final AssociativeScanOptions DEFAULT = new AssociativeScanOptions(false, 0);

  /**
   * {@return these options with the order from the last element to the first, or from the first to
   * the last}
   */
  public AssociativeScanOptions withReverse(boolean fromLast) {
    return new AssociativeScanOptions(fromLast, axis);
  }

  /** {@return these options with another axis; a negative axis counts from the end} */
  public AssociativeScanOptions withAxis(int other) {
    return new AssociativeScanOptions(reverse, other);
  }
}
