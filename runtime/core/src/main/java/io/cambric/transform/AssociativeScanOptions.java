package io.cambric.transform;

/**
 * How an associative scan runs.
 *
 * @param reverse whether it begins with the last element
 * @param axis along which the elements lie
 */
public record AssociativeScanOptions(boolean reverse, int axis) {

  /** Forwards along axis 0. */
  public static final AssociativeScanOptions DEFAULT = new AssociativeScanOptions(false, 0);

  /** {@return this from the last element to the first, or from the first to the last} */
  public AssociativeScanOptions withReverse(boolean fromLast) {
    return new AssociativeScanOptions(fromLast, axis);
  }

  /** {@return this along another axis; negative ones count from the end} */
  public AssociativeScanOptions withAxis(int other) {
    return new AssociativeScanOptions(reverse, other);
  }
}
