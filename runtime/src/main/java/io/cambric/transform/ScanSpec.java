package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * How a scan runs.
 *
 * @param length number of rounds, or {@code null} to find it in the stacked argument
 * @param reverse whether it runs from the last row to the first; outputs keep their rows' places
 */
public record ScanSpec(@Nullable Integer length, boolean reverse) {

  /** Forwards, as long as the stacked argument. */
  static final ScanSpec DEFAULT = new ScanSpec(null, false);

  /** {@return this with a number of rounds, for scans without a stacked argument} */
  public ScanSpec length(int rounds) {
    return new ScanSpec(rounds, reverse);
  }

  /** {@return this from the last row to the first} */
  public ScanSpec reversed() {
    return new ScanSpec(length, true);
  }
}
