package io.cambric.transform;

import io.cambric.errors.ShapeException;
import org.jspecify.annotations.Nullable;

/**
 * The options of a scan.
 *
 * {@snippet :
 * var powers = scan((Array c, Void _) -> new Carry<>(c.mul(2), c), one, null, ScanOptions.DEFAULT.withLength(4));
 * }
 *
 * @param length number of iterations, or {@code null} to read it from the stacked argument
 * @param reverse whether the scan runs from the last row to the first; outputs keep the positions
 *     of their rows
 * @param unroll number of iterations that are compiled as one; this saves time between iterations
 *     and makes the program larger, but does not change values
 */
public record ScanOptions(@Nullable Integer length, boolean reverse, int unroll) {

  /** A forward scan with the length of the stacked argument. */
  public static final ScanOptions DEFAULT = new ScanOptions(null, false, 1);

  /** Checks that {@code unroll} is at least 1. */
  public ScanOptions {
    if (unroll < 1) {
      throw new ShapeException(
          "scan needs an unroll of at least 1, but got %d. Leave unroll out to run iterations one after the other."
              .formatted(unroll));
    }
  }

  /** {@return these options with a number of iterations, for scans without a stacked argument} */
  public ScanOptions withLength(int iterations) {
    return new ScanOptions(iterations, reverse, unroll);
  }

  /**
   * {@return these options with the order from the last row to the first, or from the first to the
   * last}
   */
  public ScanOptions withReverse(boolean fromLast) {
    return new ScanOptions(length, fromLast, unroll);
  }

  /**
   * {@return these options with a number of iterations that are compiled as one}
   *
   * @param iterations at least 1; the number of iterations of the scan, or more, for a program
   *     without a loop
   */
  public ScanOptions withUnroll(int iterations) {
    return new ScanOptions(length, reverse, iterations);
  }
}
