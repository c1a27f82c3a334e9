package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.OptState;
import io.cambric.optax.contrib.Contrib;
import io.cambric.optax.contrib.Preconditioning;
import io.cambric.optax.contrib.ReduceOnPlateau;
import io.cambric.tree.Trees;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Recorded cases of contributed transformations that are no walk along gradients. */
final class ContribCases {

  private interface Runner {
    void run(GoldenCase golden, Check check);
  }

  private static final Map<String, Runner> RUNNERS =
      Map.of(
          "optax.contrib.differentially_private_aggregate", ContribCases::examples,
          "optax.contrib.dpsgd", ContribCases::examples,
          "optax.contrib.reduce_on_plateau", ContribCases::plateau,
          "optax.contrib._muon.orthogonalize_via_newton_schulz", ContribCases::orthogonalize);

  private ContribCases() {}

  /** Runs a case, if it is one of these. {@return whether it is} */
  static boolean run(GoldenCase golden, Check check) {
    var runner = Optional.ofNullable(RUNNERS.get(golden.text("fn")));
    runner.ifPresent(each -> each.run(golden, check));
    return runner.isPresent();
  }

  /**
   * Requires that a step does not depend on the signs of singular vectors. They cancel in GaLore
   * until projectors are computed anew, as the moments of the optimiser keep the old signs.
   */
  static void requireOneSign(GoldenCase golden, int step) {
    var gap = golden.json().path("hyperparameters").path("update_proj_gap");
    if (!gap.isMissingNode() && step > gap.intValue()) {
      throw new UnsupportedFeature("signs:optax.contrib.galore");
    }
  }

  /** The same gradients of examples in each step. */
  private static void examples(GoldenCase golden, Check check) {
    var json = golden.json();
    var transformation =
        Builder.transformation(golden.text("fn"), Builder.described(json.get("hyperparameters")));
    var gradients = OptaxTrees.tree(json.get("inputs").get("updates_each_step"));
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    var params = Trees.map(gradients, leaf -> ((Array) leaf).get(0));
    var state = transformation.init(params);
    for (int step = 1; json.get("expected").has("update_" + step); step++) {
      var updated = transformation.update(gradients, state, null);
      var key = "update_" + step;
      OptaxTrees.compare(key, json.get("expected").get(key), updated.updates(), tolerance, check);
      state = updated.state();
    }
  }

  private static void plateau(GoldenCase golden, Check check) {
    var json = golden.json();
    var transformation =
        Builder.transformation(golden.text("fn"), Builder.described(json.get("hyperparameters")));
    var updates = Numbers.nested(json.get("inputs").get("updates"), DType.F32);
    var values = json.get("inputs").get("values");
    var expected = json.get("expected");
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    OptState state = transformation.init(updates);
    for (int i = 0; i < values.size(); i++) {
      var value = NdArray.scalar(DType.F32, values.get(i).doubleValue());
      var updated =
          transformation.update((Array) updates, state, null, extras -> extras.withValue(value));
      state = updated.state();
      OptaxTrees.compare(
          "updates/" + i,
          expected.get("updates").get(i),
          updated.updates().get(0),
          tolerance,
          check);
      var fields = fields((ReduceOnPlateau.State) state);
      for (var each : expected.get("states").get(i).properties()) {
        OptaxTrees.compare(
            "states/%d/%s".formatted(i, each.getKey()),
            each.getValue(),
            fields.get(each.getKey()),
            tolerance,
            check);
      }
    }
  }

  private static Map<String, Array> fields(ReduceOnPlateau.State state) {
    return Map.of(
        "scale", state.scale(),
        "best_value", state.bestValue(),
        "plateau_count", state.plateauCount(),
        "cooldown_count", state.cooldownCount(),
        "count", state.count(),
        "avg_value", state.avgValue());
  }

  private static void orthogonalize(GoldenCase golden, Check check) {
    var json = golden.json();
    var arguments = json.get("hyperparameters");
    var preconditioning = arguments.get("preconditioning").stringValue();
    var orthogonal =
        Contrib.orthogonalizeViaNewtonSchulz(
            (Array) OptaxTrees.tree(json.get("inputs").get("x")),
            ContribValues.coefficients(arguments.get("ns_coeffs")),
            arguments.get("ns_steps").intValue(),
            Preconditioning.valueOf(preconditioning.toUpperCase(Locale.ROOT)));
    OptaxTrees.compare(
        "out",
        json.get("expected"),
        orthogonal,
        OptaxTrees.tolerance(golden.family().header(), json),
        check);
  }
}
