package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Comparison of a training run with the recorded one, each part within the tolerance of the README.
 */
final class TrainingChecks {

  private static final int EXACT_STEPS = 5;
  private static final double FIRST_LOSSES = 1e-4;
  private static final double LATER_LOSSES = 1e-3;
  private static final double FINAL = 2e-3;

  /** The real library's own scatter is multiplied by this. */
  private static final double SCATTER = 10;

  /** A tensor that scatters more says nothing. */
  private static final double TOO_SENSITIVE = 0.05;

  private final GoldenCase golden;
  private final JsonNode expected;
  private final JsonNode sensitivity;
  private final Check check;

  TrainingChecks(GoldenCase golden, Check check) {
    this.golden = golden;
    this.expected = golden.json().get("expected");
    this.sensitivity = expected.path("sensitivity");
    this.check = check;
  }

  /** Compares the parameters before the first step, and the order of their names. */
  void initial(Params params) {
    var tolerance = FlaxTolerances.of(golden).init();
    var recorded = expected.get("initStats");
    check.equal("init order of names", names(recorded), created(params, ""));
    for (var name : names(recorded)) {
      statistics("init/" + name, recorded.get(name), at(params, name), tolerance, 1e-5);
    }
    small("initSmall", golden.tree(expected.get("initSmall")), Linen.toMap(params), tolerance);
  }

  /** Compares the gradients of the first step. */
  void firstGradients(Params grads) {
    var tolerances = FlaxTolerances.of(golden);
    var recorded = expected.get("firstGradStats");
    for (var name : names(recorded)) {
      if (scatter(name) <= TOO_SENSITIVE) {
        var tolerance = tolerances.gradient("/" + name);
        statistics("grad/" + name, recorded.get(name), at(grads, name), tolerance, 1e-4);
      }
    }
  }

  /** Compares the losses and the norms of the gradients of all steps. */
  void losses(List<Double> losses, List<Double> norms) {
    for (int i = 0; i < losses.size(); i++) {
      double base = i < EXACT_STEPS ? FIRST_LOSSES : LATER_LOSSES;
      double rtol = Math.max(base, SCATTER * sensitivity.path("losses").path(i).asDouble(0));
      near("loss " + i, expected.get("losses").get(i).asDouble(), losses.get(i), rtol);
      near("gradNorm " + i, expected.get("gradNorms").get(i).asDouble(), norms.get(i), rtol);
    }
  }

  /** Compares the parameters and the other variables after the last step. */
  void trained(Params params, Variables state) {
    var recorded = expected.get("finalStats");
    for (var name : names(recorded)) {
      if (scatter(name) <= TOO_SENSITIVE) {
        double rtol = rtol(name);
        var tensor = at(params, name);
        var tolerance = Tolerance.of(0, rtol * largest(tensor));
        statistics("final/" + name, recorded.get(name), tensor, tolerance, rtol);
      }
    }
    tensors("final", golden.tree(expected.get("finalSmall")), Linen.toMap(params), "");
    var tolerance = new Tolerance(FINAL, 1e-6, true, 0, false);
    var came = Linen.toMap(state);
    check.tree("finalState", golden.tree(expected.get("finalState")), came, tolerance);
  }

  /** Compares the output of the trained model. */
  void evaluation(Array output) {
    var recorded = golden.array(expected.get("evalOutput"));
    check.array("evalOutput", recorded, output, new Tolerance(FINAL, 0, true, 0, false));
  }

  private void tensors(String what, Object recorded, Object came, String path) {
    if (recorded instanceof Map<?, ?> map && came instanceof Map<?, ?> others) {
      map.forEach((key, value) -> {
        var below = path.isEmpty() ? key.toString() : path + "/" + key;
        tensors(what, value, others.get(key), below);
      });
    } else if (scatter(path) <= TOO_SENSITIVE) {
      var tolerance = new Tolerance(rtol(path), 0, true, 0, false);
      check.array(what + "/" + path, (NdArray) recorded, (Array) came, tolerance);
    }
  }

  /** Compares those tensors that the recording has; larger ones have statistics only. */
  private void small(String what, Object recorded, Object came, Tolerance tolerance) {
    if (recorded instanceof Map<?, ?> map && came instanceof Map<?, ?> others) {
      map.forEach((key, value) -> small(what + "/" + key, value, others.get(key), tolerance));
    } else {
      check.array(what, (NdArray) recorded, (Array) came, tolerance);
    }
  }

  /** Compares shape, norm, sum and the first values of one tensor. */
  private void statistics(
      String what, JsonNode recorded, NdArray came, Tolerance tolerance, double rtol) {
    var dims = new ArrayList<Integer>();
    recorded.get("shape").forEach(dim -> dims.add(dim.intValue()));
    check.equal(what + " shape", dims, Arrays.stream(came.shape().toArray()).boxed().toList());
    double square = 0;
    double sum = 0;
    for (int i = 0; i < came.size(); i++) {
      square += came.getDouble(i) * came.getDouble(i);
      sum += came.getDouble(i);
    }
    double norm = recorded.get("l2").asDouble();
    double slack = tolerance.atol() * Math.sqrt(came.size());
    double off = rtol * norm + slack;
    check.that(
        Math.abs(norm - Math.sqrt(square)) <= off,
        "%s l2: expected %s but was %s".formatted(what, norm, Math.sqrt(square)));
    check.that(
        Math.abs(recorded.get("sum").asDouble() - sum) <= off * Math.sqrt(came.size()),
        "%s sum: expected %s but was %s".formatted(what, recorded.get("sum"), sum));
    for (int i = 0; i < recorded.get("first").size(); i++) {
      double first = recorded.get("first").get(i).asDouble();
      check.that(
          Math.abs(first - came.getDouble(i))
              <= tolerance.atol() + tolerance.rtol() * Math.abs(first),
          "%s [%d]: expected %s but was %s".formatted(what, i, first, came.getDouble(i)));
    }
  }

  private void near(String what, double recorded, double came, double rtol) {
    check.that(
        Math.abs(recorded - came) <= rtol * Math.abs(recorded),
        "%s: expected %s but was %s (rtol %.2g)".formatted(what, recorded, came, rtol));
  }

  private double scatter(String name) {
    return sensitivity.path("finalParams").path(name).asDouble(0);
  }

  private double rtol(String name) {
    return Math.max(FINAL, SCATTER * scatter(name));
  }

  /** {@return the paths of tensors in the order of their creation} */
  private static List<String> created(Params params, String prefix) {
    return params.entries().entrySet().stream()
        .flatMap(each ->
            each.getValue() instanceof Params below
                ? created(below, prefix + each.getKey() + "/").stream()
                : Stream.of(prefix + each.getKey()))
        .toList();
  }

  private static NdArray at(Params params, String name) {
    return params.get(name.split("/")).concrete(name);
  }

  private static double largest(NdArray tensor) {
    double largest = 0;
    for (int i = 0; i < tensor.size(); i++) {
      largest = Math.max(largest, Math.abs(tensor.getDouble(i)));
    }
    return largest;
  }

  private static List<String> names(JsonNode stats) {
    return stats.properties().stream().map(Map.Entry::getKey).toList();
  }
}
