package io.cambric.conformance.optax;

import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.GradientTransformation;
import io.cambric.transform.Fn;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** An optimizer on an objective whose gradients the library computes itself. */
final class TrajectoryRunner implements CaseRunner {

  private static final NdArray A =
      NdArray.of(Shape.of(3, 3), 2f, .3f, 0f, .3f, 1.5f, -.4f, 0f, -.4f, .8f);
  private static final NdArray B = NdArray.of(Shape.of(3), 1f, -2f, .5f);

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    if (!golden.text("extra").isEmpty()) {
      throw new UnsupportedFeature("update:extra_args");
    }
    var transformation = transformation(json.get("optimizer"));
    var start = Objects.requireNonNull(golden.tree(json.get("in").get("p")));
    int count = json.get("steps").intValue();
    var steps =
        new Trajectory(transformation, start).descend(count, objective(golden.text("objective")));
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
      throw new UnsupportedFeature("expectation:optax.eval_params");
    }
  }

  private static GradientTransformation<?> transformation(JsonNode optimizer) {
    if (!optimizer.has("args") || !optimizer.has("name")) {
      return OptaxText.build(optimizer);
    }
    var name = optimizer.path("module").asString("optax") + "." + optimizer.get("name").asString();
    return Builder.transformation(name, Builder.described(optimizer.get("args")));
  }

  private static Tolerance tolerance(GoldenCase golden) {
    var classes = golden.family().header().get("tolerances");
    return Tolerance.of(classes.get(golden.json().path("tol").asString("default")));
  }

  private static Fn<Object, Array> objective(String name) {
    return switch (name) {
      case "rosenbrock" -> p -> rosenbrock((Array) p);
      case "quadratic" -> p -> quadratic((Map<?, ?>) p);
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
  private static Array quadratic(Map<?, ?> p) {
    var w = (Array) Objects.requireNonNull(p.get("w"));
    var m = (Array) Objects.requireNonNull(p.get("m"));
    var terms =
        List.of(
            w.matmul(A).matmul(w).mul(0.5),
            B.matmul(w).neg(),
            m.sub(1).square().sum().mul(0.5),
            m.matmul(w.slice(0, 0, 2)).square().sum());
    return terms.stream().reduce(Array::add).orElseThrow();
  }
}
