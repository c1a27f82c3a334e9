package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.nn.training.EarlyStopping;
import java.util.Set;

/** A case of early stopping: the state after each of some metrics. */
final class EarlyStoppingCase implements CaseRunner {

  private static final Set<String> KNOWN = Set.of("min_delta", "patience", "rows");

  @Override
  public void run(GoldenCase golden, Check check) {
    for (var training : golden.json().get("expected")) {
      UnsupportedFeature.requireKnown("utility:early_stopping", training, KNOWN);
      double minDelta = Numbers.number(training.get("min_delta"));
      int patience = training.get("patience").intValue();
      var stopping = EarlyStopping.of(minDelta, patience);
      for (var row : training.get("rows")) {
        double metric = Numbers.number(row.get("metric"));
        stopping = stopping.update(metric);
        var what = " after %s, delta %s, patience %d".formatted(metric, minDelta, patience);
        check.equal(
            "improvement" + what, row.get("has_improved").booleanValue(), stopping.hasImproved());
        check.equal("best" + what, Numbers.number(row.get("best")), stopping.bestMetric());
        check.equal("count" + what, row.get("patience_count").intValue(), stopping.patienceCount());
        check.equal("stop" + what, row.get("should_stop").booleanValue(), stopping.shouldStop());
      }
    }
  }
}
