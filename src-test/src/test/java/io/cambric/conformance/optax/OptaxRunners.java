package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.contrib.ScheduleFree;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.Map;
import java.util.function.BinaryOperator;
import tools.jackson.databind.JsonNode;

/** The runners of the families whose values are recorded in the JSON itself. */
public final class OptaxRunners {

  private static final int STEPS = 10;

  private OptaxRunners() {}

  /** {@return family to runner} */
  public static Map<String, CaseRunner> byFamily() {
    return Map.of(
        "schedules", OptaxRunners::schedule,
        "losses", new LossRunner(),
        "projections", OptaxRunners::projection,
        "optimizers", OptaxRunners::optimizer,
        "transforms", OptaxRunners::transform,
        "wrappers", OptaxRunners::wrapper,
        "trajectories", new TrajectoryRunner());
  }

  private static void projection(GoldenCase golden, Check check) {
    CaseRunner runner =
        TreeCase.isOne(golden)
            ? new TreeCase()
            : NumericCases.isOne(golden) ? new NumericCases() : new LossRunner();
    runner.run(golden, check);
  }

  private static void schedule(GoldenCase golden, Check check) {
    var json = golden.json();
    var schedule = Builder.schedule(golden.text("fn"), json.get("hyperparameters"));
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    for (int i = 0; i < json.get("counts").size(); i++) {
      var count = json.get("counts").get(i);
      var value = schedule.value(NdArray.scalar(DType.I32, count.intValue()));
      var expected = Numbers.nested(json.get("expected").get(i), DType.F32);
      check.array("at " + count, expected, value.astype(DType.F32), tolerance);
    }
  }

  private static void optimizer(GoldenCase golden, Check check) {
    var json = golden.json();
    var transformation =
        Builder.transformation(golden.text("fn"), Builder.described(json.path("hyperparameters")));
    var inputs = inputs(golden);
    var trajectory = new Trajectory(transformation, inputs.params());
    checkTrajectory(golden, trajectory, inputs, check);
  }

  private static void wrapper(GoldenCase golden, Check check) {
    var build = golden.json().get("build");
    if (build.isString()) {
      checkFunction(golden, build.stringValue(), check);
      return;
    }
    if (golden.text("name").startsWith("tree_get")) {
      TreeCase.search(golden, check);
      return;
    }
    var transformation = Wrappers.build(build);
    var inputs = inputs(golden);
    checkTrajectory(golden, new Trajectory(transformation, inputs.params()), inputs, check);
  }

  private static void checkFunction(GoldenCase golden, String name, Check check) {
    var inputs = golden.json().get("inputs");
    var value =
        switch (name) {
          case "apply_updates" ->
              Optax.applyUpdates(
                  OptaxTrees.tree(inputs.get("params")), OptaxTrees.tree(inputs.get("updates")));
          case "safe_increment" ->
              Transforms.vmap((Array count) -> Optax.safeIncrement(count))
                  .apply(Numbers.nested(inputs, DType.I32));
          default -> throw new UnsupportedFeature("transformation:" + name);
        };
    var tolerance = OptaxTrees.tolerance(golden.family().header(), golden.json());
    OptaxTrees.compare("out", golden.json().get("expected"), value, tolerance, check);
  }

  private static void checkTrajectory(
      GoldenCase golden, Trajectory trajectory, Inputs inputs, Check check) {
    var json = golden.json();
    var expected = json.get("expected");
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    boolean firstOnly = json.path("note").asString("").contains("ill-conditioned");
    var steps =
        json.has("extra_args")
            ? trajectory.descend(STEPS, objective(golden))
            : trajectory.walk(STEPS, inputs.gradients());
    for (var each : expected.properties()) {
      var key = each.getKey();
      if (key.equals("values")) {
        var first = steps.subList(0, each.getValue().size());
        var values = Numpy.stack(first.stream().map(Trajectory.Step::value).toList(), 0);
        OptaxTrees.compare(key, each.getValue(), values, tolerance, check);
        continue;
      }
      if (key.equals("per_step")) {
        if (Measurements.isIn(steps.getFirst().state())) {
          var measured = steps.stream().map(step -> Measurements.of(step.state())).toList();
          OptaxTrees.compare(key, each.getValue(), measured, tolerance, check);
        } else {
          StateFields.compare(each.getValue(), steps, tolerance, check);
        }
        continue;
      }
      if (key.startsWith("eval_params_")) {
        var step = steps.get(Integer.parseInt(key.substring("eval_params_".length())) - 1);
        var evaluated = ScheduleFree.evalParams(step.state(), step.params());
        OptaxTrees.compare(key, each.getValue(), evaluated, tolerance, check);
        continue;
      }
      int number =
          key.matches("(update|params|state)_\\d+") ? Integer.parseInt(key.split("_")[1]) : 0;
      if (number == 0) {
        throw new UnsupportedFeature("expectation:optax." + key);
      }
      if (firstOnly && number > 2) {
        continue;
      }
      ContribCases.requireOneSign(golden, number);
      var step = steps.get(number - 1);
      var came =
          switch (key.charAt(0)) {
            case 'u' -> step.updates();
            case 'p' -> step.params();
            default -> step.state();
          };
      OptaxTrees.compare(key, each.getValue(), came, tolerance, check);
    }
  }

  private static void transform(GoldenCase golden, Check check) {
    if (LineSearches.has(golden.text("fn"))) {
      LineSearches.run(golden, check);
      return;
    }
    if (ContribCases.run(golden, check)) {
      return;
    }
    if (ClippingFunctions.has(golden.text("fn"))) {
      ClippingFunctions.run(golden, check);
      return;
    }
    var json = golden.json();
    var transformation =
        Builder.transformation(golden.text("fn"), Builder.described(json.path("hyperparameters")));
    var inputs = inputs(golden);
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    var params = inputs.params();
    var state = transformation.init(params);
    for (int i = 0; i < STEPS; i++) {
      var gradients = inputs.gradients().at(i, params);
      var updated = transformation.update(gradients, state, params);
      state = updated.state();
      var key = "update_" + (i + 1);
      if (json.get("expected").has(key)) {
        ContribCases.requireOneSign(golden, i + 1);
        OptaxTrees.compare(key, json.get("expected").get(key), updated.updates(), tolerance, check);
      }
      var stateKey = "state_" + (i + 1);
      if (json.get("expected").has(stateKey)) {
        OptaxTrees.compare(stateKey, json.get("expected").get(stateKey), state, tolerance, check);
      }
      // Whatever came back, the parameters follow the plain gradient.
      params = Optax.applyUpdates(params, scaled(gradients));
    }
  }

  private static Object scaled(Object gradients) {
    return Trees.map(gradients, leaf -> ((Array) leaf).mul(-0.1));
  }

  /** Where a trajectory begins and what it follows. */
  record Inputs(Object params, Trajectory.Gradients gradients) {}

  static Inputs inputs(GoldenCase golden) {
    var given = golden.json().get("inputs");
    if (given.has("updates")) {
      var updates = OptaxTrees.tree(given.get("updates"));
      var params = given.has("params") ? OptaxTrees.tree(given.get("params")) : updates;
      return new Inputs(params, (_, _) -> updates);
    }
    if (given.isObject()) {
      return ofGradients(given, given.has("grads_cycle") ? "grads_cycle" : "grads");
    }
    var all = golden.family().header().get("inputs");
    var name = given.asString();
    if (name.equals("objective")) {
      return ofObjective(all.get("objective"));
    }
    var plain = name.equals("noscalar") ? "main" : name.replace("_noscalar", "");
    if (!all.has(plain)) {
      throw new UnsupportedFeature("expectation:optax.inputs." + name);
    }
    var inputs = ofGradients(all.get(plain), "grads");
    return plain.equals(name)
        ? inputs
        : new Inputs(
            OptaxTrees.withoutScalar(inputs.params()),
            (step, params) -> OptaxTrees.withoutScalar(inputs.gradients().at(step, params)));
  }

  private static Inputs ofGradients(JsonNode node, String key) {
    var trees = node.get(key);
    if (trees == null || !node.has("params")) {
      throw new UnsupportedFeature("expectation:optax.inputs");
    }
    return new Inputs(
        OptaxTrees.tree(node.get("params")),
        (step, _) -> OptaxTrees.tree(trees.get(step % trees.size())));
  }

  /** The function 8 + sum(q (p - t)^2 / 2 + 0.3 sin(1.7 p + phi)). */
  static Fn<Object, Array> objective(GoldenCase golden) {
    var node = golden.family().header().get("inputs").get("objective");
    var q = OptaxTrees.tree(node.get("q"));
    var t = OptaxTrees.tree(node.get("t"));
    var phi = OptaxTrees.tree(node.get("phi"));
    return params -> {
      var squares = zip(q, zip(params, t, Array::sub), (a, d) -> d.square().mul(a).mul(0.5));
      var waves = zip(params, phi, (p, shift) -> Numpy.sin(p.mul(1.7).add(shift)).mul(0.3));
      return Trees.leaves(zip(squares, waves, Array::add)).stream()
          .map(leaf -> ((Array) leaf).sum())
          .reduce(Array::add)
          .orElseThrow()
          .add(8);
    };
  }

  /** The gradient q (p - t) + 0.51 cos(1.7 p + phi). */
  private static Inputs ofObjective(JsonNode node) {
    var q = OptaxTrees.tree(node.get("q"));
    var t = OptaxTrees.tree(node.get("t"));
    var phi = OptaxTrees.tree(node.get("phi"));
    return new Inputs(
        OptaxTrees.tree(node.get("params")),
        (_, params) -> {
          var linear = zip(q, zip(params, t, Array::sub), Array::mul);
          var angle = zip(scaledBy(params, 1.7), phi, Array::add);
          var wave = Trees.map(angle, leaf -> Numpy.cos((Array) leaf).mul(0.51));
          return zip(linear, wave, Array::add);
        });
  }

  private static Object scaledBy(Object tree, double factor) {
    return Trees.map(tree, leaf -> ((Array) leaf).mul(factor));
  }

  private static Object zip(Object first, Object second, BinaryOperator<Array> combine) {
    return Trees.map(first, second, (a, b) -> combine.apply((Array) a, (Array) b));
  }
}
