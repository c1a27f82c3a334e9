package io.cambric.transform;

import io.cambric.errors.ShapeException;
import org.jspecify.annotations.Nullable;

/**
 * How a scan runs.
 *
 * @param length number of rounds, or {@code null} to find it in the stacked argument
 * @param reverse whether it runs from the last row to the first; outputs keep their rows' places
 * @param unroll how many rounds are compiled as one, which saves time between rounds and takes a
 *     larger program; values are the same
 */
public record ScanSpec(@Nullable Integer length, boolean reverse, int unroll) {

  /** Checks that there is something to unroll. */
  public ScanSpec {
    if (unroll < 1) {
      throw new ShapeException(
          "scan needs to unroll at least 1 round, but got %d. Leave unroll out to run round by round."
              .formatted(unroll));
    }
  }

  /** Forwards, as long as the stacked argument. */
  static final ScanSpec DEFAULT = new ScanSpec(null, false, 1);

  /** {@return this with a number of rounds, for scans without a stacked argument} */
  public ScanSpec length(int rounds) {
    return new ScanSpec(rounds, reverse, unroll);
  }

  /** {@return this from the last row to the first} */
  public ScanSpec reversed() {
    return new ScanSpec(length, true, unroll);
  }

  /** {@return this with so many rounds compiled as one} */
  public ScanSpec unroll(int rounds) {
    return new ScanSpec(length, reverse, rounds);
  }

  /** {@return this with all rounds compiled as one: without a loop} */
  public ScanSpec unrolled() {
    return unroll(Integer.MAX_VALUE);
  }
}
