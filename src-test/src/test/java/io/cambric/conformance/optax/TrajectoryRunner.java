package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Conditioning;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.contrib.Mechanize;
import io.cambric.optax.contrib.Sam;
import io.cambric.optax.contrib.ScheduleFree;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Runner of an optimizer on an objective whose gradients the library computes.
 *
 * <p>A line search amplifies roundings, so a trajectory may differ by as much as its own moves when
 * the start does by an ulp.
 */
final class TrajectoryRunner implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var optimizer = golden.json().get("optimizer");
    var start = Objects.requireNonNull(golden.tree(golden.json().get("in").get("p")));
    Conditioning.check(
        (move, attempt) ->
            compare(
                golden,
                new Trajectory(transformation(optimizer), Trees.map(start, move::apply)),
                attempt),
        check);
  }

  private static void compare(GoldenCase golden, Trajectory trajectory, Check check) {
    var json = golden.json();
    var steps = trajectory.descend(json.get("steps").intValue(), objective(golden));
    var out = json.get("out");
    var tolerance = tolerance(golden);
    check.tree(
        "losses",
        golden.tree(out.get("losses")),
        Numpy.stack(steps.stream().map(Trajectory.Step::value).toList(), 0),
        tolerance);
    check.tree(
        "params",
        golden.tree(out.get("params")),
        Trajectory.stack(steps.stream().map(Trajectory.Step::params).toList()),
        tolerance);
    if (out.has("eval_params")) {
      var last = steps.getLast();
      check.tree(
          "eval_params",
          golden.tree(out.get("eval_params")),
          ScheduleFree.evalParams(last.state(), last.params()),
          tolerance);
    }
  }

  private static GradientTransformation transformation(JsonNode optimizer) {
    if (!optimizer.has("args") || !optimizer.has("name")) {
      return OptaxText.build(optimizer);
    }
    if (LineSearches.isIn(optimizer)) {
      return LineSearches.build(optimizer);
    }
    var args = optimizer.get("args");
    if (args.has("inner")) {
      UnsupportedFeature.requireKnown(
          "transformation:contrib.mechanize", args, Set.of("inner", "learning_rate"));
      return new Mechanize(descent(args.get("inner"), args));
    }
    if (args.has("adv_optimizer")) {
      UnsupportedFeature.requireKnown(
          "transformation:contrib.sam",
          args,
          Set.of("optimizer", "adv_optimizer", "sync_period", "learning_rate"));
      return new Sam(
              descent(args.get("optimizer"), args),
              OptaxText.of(args.get("adv_optimizer").asString()))
          .withSyncPeriod(args.get("sync_period").intValue());
    }
    var name = optimizer.path("module").asString("optax") + "." + optimizer.get("name").asString();
    return Builder.transformation(name, Builder.described(optimizer.get("args")));
  }

  /** {@return the optimizer of a name with the learning rate of the arguments} */
  private static GradientTransformation descent(JsonNode name, JsonNode args) {
    return Builder.transformationOf(
        name.asString(), Map.of("learning_rate", args.get("learning_rate").doubleValue()));
  }

  private static Tolerance tolerance(GoldenCase golden) {
    var classes = golden.family().header().get("tolerances");
    return Tolerance.of(classes.get(golden.json().path("tol").asString("default")));
  }

  /** {@return the function of a case; its coefficients stand in the header of the family} */
  static Fn<Object, Array> objective(GoldenCase golden) {
    var name = golden.text("objective");
    return switch (name) {
      case "rosenbrock" -> p -> rosenbrock((Array) p);
      case "quadratic" -> {
        var coefficients = golden.family().header().get("objectives").get(name);
        var a = Numbers.nested(coefficients.get("A"), DType.F32);
        var b = Numbers.nested(coefficients.get("b"), DType.F32);
        yield p -> quadratic(a, b, (Map<?, ?>) p);
      }
      default -> throw new UnsupportedFeature("objective:" + name);
    };
  }

  /** (1 - p0)^2 + 100 (p1 - p0^2)^2. */
  private static Array rosenbrock(Array p) {
    var p0 = p.get(0);
    var p1 = p.get(1);
    return p0.neg().add(1).square().add(p1.sub(p0.square()).square().mul(100));
  }

  /** w.A w / 2 - b.w + sum((m - 1)^2) / 2 + sum((m @ w[:2])^2). */
  private static Array quadratic(NdArray a, NdArray b, Map<?, ?> p) {
    var w = (Array) Objects.requireNonNull(p.get("w"));
    var m = (Array) Objects.requireNonNull(p.get("m"));
    var terms =
        List.of(
            w.matmul(a).matmul(w).mul(0.5),
            b.matmul(w).neg(),
            m.sub(1).square().sum().mul(0.5),
            m.matmul(w.slice(0, 0, 2)).square().sum());
    return terms.stream().reduce(Array::add).orElseThrow();
  }
}
