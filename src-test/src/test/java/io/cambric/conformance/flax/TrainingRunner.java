package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.scope.Params;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A training run: losses and gradient norms by step, and the parameters before and after. */
final class TrainingRunner implements CaseRunner {

  private static final int STRICT_STEPS = 5;
  private static final double STRICT = 1e-4;
  private static final double LATER = 1e-3;
  private static final double FINAL = 2e-3;
  private static final double TOO_SENSITIVE = 0.05;

  private final Function<GoldenCase, ModuleFactory> factories;

  TrainingRunner(Function<GoldenCase, ModuleFactory> factories) {
    this.factories = factories;
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var expected = golden.json().get("expected");
    var run = new TrainingRun(golden, factories.apply(golden));
    var tolerances = FlaxTolerances.of(golden);
    checkStats(
        "init", expected.get("initStats"), run.variables().params(), tolerances.init(), check);
    checkTensors(
        "initSmall",
        golden.tree(expected.get("initSmall")),
        Linen.toMap(run.variables().params()),
        "",
        (path, tensor) -> tolerances.init(),
        check);
    for (int step = 0; step < golden.json().get("steps").intValue(); step++) {
      run.step(step);
    }
    checkSteps("loss", expected, "losses", run.losses(), check);
    checkSteps("gradient norm", expected, "gradNorms", run.gradientNorms(), check);
    checkStats(
        "first gradient",
        expected.get("firstGradStats"),
        run.firstGradients(),
        tolerances.gradient(),
        check);
    checkFinal(golden, run, check);
  }

  /** What a tensor at a path may differ by; null for one that is not compared. */
  private interface Allowance {
    @Nullable Tolerance of(String path, NdArray tensor);
  }

  private static void checkSteps(
      String what, JsonNode expected, String key, List<Double> actual, Check check) {
    var wanted = expected.get(key);
    var sensitivity = expected.path("sensitivity").path("losses");
    check.equal(what + " steps", wanted.size(), actual.size());
    for (int step = 0; step < Math.min(wanted.size(), actual.size()); step++) {
      double allowed = step < STRICT_STEPS ? STRICT : LATER;
      allowed = Math.max(allowed, 10 * sensitivity.path(step).asDouble(0));
      double value = wanted.get(step).doubleValue();
      double error = Math.abs(value - actual.get(step)) / Math.abs(value);
      check.that(
          error <= allowed,
          "%s at step %d: expected %s but was %s (relative %.3g, allowed %.2g)"
              .formatted(what, step, value, actual.get(step), error, allowed));
    }
  }

  private static void checkFinal(GoldenCase golden, TrainingRun run, Check check) {
    var expected = golden.json().get("expected");
    var sensitivity = expected.path("sensitivity").path("finalParams");
    Allowance byTensor =
        (path, tensor) -> {
          double moves = sensitivity.path(path).asDouble(0);
          return moves > TOO_SENSITIVE ? null : ofLargest(Math.max(FINAL, 10 * moves));
        };
    checkTensors(
        "finalSmall",
        golden.tree(expected.get("finalSmall")),
        Linen.toMap(run.variables().params()),
        "",
        byTensor,
        check);
    checkTensors(
        "finalState",
        golden.tree(expected.get("finalState")),
        Linen.toMap(run.variables()),
        "",
        (_, _) -> ofLargest(FINAL),
        check);
    if (expected.has("evalOutput")) {
      var wanted = golden.array(expected.get("evalOutput"));
      check.array("evalOutput", wanted, run.evaluate(wanted.dim(0)), ofLargest(FINAL));
    }
  }

  private static Tolerance ofLargest(double rtol) {
    return new Tolerance(rtol, 0, true, 0, false);
  }

  private static void checkTensors(
      String what,
      @Nullable Object expected,
      @Nullable Object actual,
      String path,
      Allowance allowance,
      Check check) {
    if (expected instanceof Map<?, ?> map && actual instanceof Map<?, ?> came) {
      map.forEach((key, value) ->
          checkTensors(
              what,
              value,
              came.get(key),
              path.isEmpty() ? key.toString() : path + "/" + key,
              allowance,
              check));
    } else if (expected instanceof NdArray tensor && actual instanceof Array came) {
      var tolerance = allowance.of(path, tensor);
      if (tolerance != null) {
        check.array(what + " " + path, tensor, came, tolerance);
      }
    } else {
      check.equal(what + " " + path, expected, actual);
    }
  }

  /** Compares shape, norm and first elements of each tensor. */
  private static void checkStats(
      String what, JsonNode expected, Params actual, Tolerance tolerance, Check check) {
    for (var each : expected.properties()) {
      var path = what + " " + each.getKey();
      var tensor = actual.get(each.getKey().split("/")).concrete(path);
      var stats = each.getValue();
      check.equal(path + " shape", stats.get("shape").toString(), shapeText(tensor));
      double sum = 0;
      for (int i = 0; i < tensor.size(); i++) {
        sum += tensor.getDouble(i) * tensor.getDouble(i);
      }
      near(path + " norm", stats.get("l2").doubleValue(), Math.sqrt(sum), tolerance, check);
      for (int i = 0; i < stats.get("first").size(); i++) {
        double wanted = stats.get("first").get(i).doubleValue();
        near(path + " element " + i, wanted, tensor.getDouble(i), tolerance, check);
      }
    }
  }

  private static String shapeText(NdArray tensor) {
    return Objects.toString(tensor.shape()).replace(" ", "");
  }

  private static void near(
      String what, double wanted, double came, Tolerance tolerance, Check check) {
    check.that(
        Math.abs(wanted - came) <= tolerance.atol() + tolerance.rtol() * Math.abs(wanted),
        "%s: expected %s but was %s".formatted(what, wanted, came));
  }
}
