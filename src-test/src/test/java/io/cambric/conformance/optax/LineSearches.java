package io.cambric.conformance.optax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Line searches of recorded cases: behind gradient descent, or inside L-BFGS. */
final class LineSearches {

  private static final Pattern CHAIN =
      Pattern.compile("optax\\.chain\\((\\w+\\(.*\\)), (scale_by_\\w+_linesearch)\\)");

  private static final Set<String> OF_LBFGS = Set.of("name", "memory_size", "linesearch", "args");

  /** Recorded expectations to components of the states. */
  private static final Map<String, String> COMPONENTS =
      Map.of(
          "learning_rates", "learningRate",
          "values", "value",
          "num_linesearch_steps", "numLinesearchSteps");

  private LineSearches() {}

  /** {@return whether an optimizer is written with a line search of its own} */
  static boolean isIn(JsonNode optimizer) {
    return optimizer.has("chain") || optimizer.has("linesearch");
  }

  /** {@return the optimizer that is written so} */
  static GradientTransformation build(JsonNode optimizer) {
    var args = Builder.described(optimizer.get("args"));
    if (optimizer.has("linesearch")) {
      UnsupportedFeature.requireKnown("transformation:lbfgs", optimizer, OF_LBFGS);
      return Optax.lbfgs()
          .withMemorySize(optimizer.path("memory_size").asInt(Optax.lbfgs().memorySize()))
          .withLinesearch(
              Builder.transformation("optax." + optimizer.get("linesearch").asString(), args));
    }
    return chain(optimizer.get("chain").get(0).asString(), optimizer.get("name").asString(), args);
  }

  private static GradientTransformation chain(
      String descent, String search, Map<String, JsonNode> args) {
    return Optax.chain(OptaxText.of(descent), Builder.transformation("optax." + search, args));
  }

  /** {@return whether a function is a chain that ends with a line search} */
  static boolean has(String function) {
    return CHAIN.matcher(function).matches();
  }

  /** Runs a case of such a chain. */
  static void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var parts = CHAIN.matcher(golden.text("fn"));
    if (!parts.matches()) {
      throw new UnsupportedFeature("transformation:" + golden.text("fn"));
    }
    var transformation =
        chain(parts.group(1), parts.group(2), Builder.described(json.get("hyperparameters")));
    var expected = json.get("expected");
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    int count = expected.get("values").size();
    var steps =
        new Trajectory(transformation, OptaxRunners.inputs(golden).params())
            .descend(count, OptaxRunners.objective(golden));
    for (var each : expected.properties()) {
      var key = each.getKey();
      if (key.equals("params_" + count)) {
        OptaxTrees.compare(key, each.getValue(), steps.getLast().params(), tolerance, check);
      } else if (COMPONENTS.containsKey(key)) {
        OptaxTrees.compare(
            key, each.getValue(), states(steps, COMPONENTS.get(key)), tolerance, check);
      } else {
        throw new UnsupportedFeature("expectation:optax." + key);
      }
    }
  }

  private static Array states(List<Trajectory.Step> steps, String component) {
    return Numpy.stack(
        steps.stream()
            .map(step -> step.state().find(component, Array.class).orElseThrow())
            .toList(),
        0);
  }
}
