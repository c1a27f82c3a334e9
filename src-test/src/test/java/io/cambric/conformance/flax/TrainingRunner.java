package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.scope.Variables;
import java.util.function.Function;

/**
 * Runner of training cases: a run is compared before its first step, at each step and after its
 * last.
 */
final class TrainingRunner implements CaseRunner {

  private final Function<GoldenCase, ModuleFactory> factories;

  TrainingRunner(Function<GoldenCase, ModuleFactory> factories) {
    this.factories = factories;
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var run = new TrainingRun(golden, factories.apply(golden));
    var checks = new TrainingChecks(golden, check);
    checks.initial(run.variables().params());
    for (int step = 0; step < json.get("steps").intValue(); step++) {
      run.step(step);
    }
    checks.firstGradients(run.firstGradients());
    checks.losses(run.losses(), run.gradientNorms());
    checks.trained(run.variables().params(), run.variables().without(Variables.PARAMS));
    var evaluated = json.get("expected").path("evalOutput");
    if (!evaluated.isMissingNode()) {
      checks.evaluation(run.evaluate(evaluated.get("shape").get(0).intValue()));
    }
  }
}
