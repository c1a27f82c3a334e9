package io.cambric.conformance;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;

/** A runner of the golden cases of one form. */
@FunctionalInterface
public interface CaseRunner {

  /**
   * Builds a case from its description and notes what differs from the recorded values.
   *
   * @throws io.cambric.conformance.format.UnsupportedFeature naming what Cambric lacks for it
   */
  void run(GoldenCase golden, Check check);
}
