package io.cambric.conformance.report;

import java.util.List;
import java.util.Set;

/** The outcome of one case. */
public sealed interface Outcome {

  /**
   * All values are as recorded.
   *
   * @param conditioned whether a gradient is so only within what one ulp of the inputs changes
   */
  record Passed(boolean conditioned) implements Outcome {

    /** Passed within the stated tolerances. */
    public Passed() {
      this(false);
    }
  }

  /** Values differ, or the library threw. */
  record Failed(List<String> reasons) implements Outcome {}

  /** The library lacks these features. */
  record NotYetSupported(Set<String> features) implements Outcome {}
}
