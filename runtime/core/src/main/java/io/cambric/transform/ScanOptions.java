package io.cambric.transform;

import io.cambric.errors.ShapeException;
import org.jspecify.annotations.Nullable;

/**
 * How a scan runs.
 *
 * {@snippet :
 * var powers = scan((Array c, Void _) -> new Carry<>(c.mul(2), c), one, null, ScanOptions.DEFAULT.withLength(4));
 * }
 *
 * @param length number of iterations, or {@code null} to find it in the stacked argument
 * @param reverse whether it runs from the last row to the first; outputs keep their rows' places
 * @param unroll how many iterations are compiled as one, which saves time between them and takes a
 *     larger program; values are the same
 */
public record ScanOptions(@Nullable Integer length, boolean reverse, int unroll) {

  /** Forwards, as long as the stacked argument. */
  public static final ScanOptions DEFAULT = new ScanOptions(null, false, 1);

  /** Checks that at least one iteration is unrolled. */
  public ScanOptions {
    if (unroll < 1) {
      throw new ShapeException(
          "scan needs to unroll at least 1 iteration, but got %d. Leave unroll out to run one after the other."
              .formatted(unroll));
    }
  }

  /** {@return this with a number of iterations, for scans without a stacked argument} */
  public ScanOptions withLength(int iterations) {
    return new ScanOptions(iterations, reverse, unroll);
  }

  /** {@return this from the last row to the first, or from the first to the last} */
  public ScanOptions withReverse(boolean fromLast) {
    return new ScanOptions(length, fromLast, unroll);
  }

  /**
   * {@return this with a number of iterations compiled as one}
   *
   * @param iterations at least 1; as many as there are, or more, for a program without a loop
   */
  public ScanOptions withUnroll(int iterations) {
    return new ScanOptions(length, reverse, iterations);
  }
}
