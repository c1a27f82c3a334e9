package io.cambric.conformance.optax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.optax.assignment.Assignments;
import io.cambric.optax.linearalgebra.LinearAlgebra;
import io.cambric.optax.perturbations.Gumbel;
import io.cambric.optax.perturbations.Noise;
import io.cambric.optax.perturbations.Normal;
import io.cambric.optax.perturbations.PerturbationOptions;
import io.cambric.optax.perturbations.Perturbations;
import io.cambric.transform.function.Fn;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Runner of linear algebra, assignment and perturbations, whose results have several parts. */
final class NumericCases implements CaseRunner {

  /** The options that a case of a function may give. */
  private static final Map<String, Set<String>> OPTIONS =
      Map.of(
          "optax.power_iteration", Set.of("v0"),
          "optax.matrix_inverse_pth_root", Set.of("p"),
          "optax.nnls", Set.of("iters"),
          "optax.assignment.hungarian_algorithm", Set.of(),
          "optax.assignment.base_hungarian_algorithm", Set.of(),
          "optax.perturbations.make_perturbed_fun",
              Set.of("fun", "num_samples", "sigma", "noise", "key_seed"));

  /** {@return whether a case is of such a function} */
  static boolean isOne(GoldenCase golden) {
    return OPTIONS.containsKey(golden.text("fn"));
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    OptaxTrees.compare("out", json.get("expected"), value(golden), tolerance, check);
  }

  private static Object value(GoldenCase golden) {
    var inputs = golden.json().get("inputs");
    var options = golden.json().path("hyperparameters");
    var name = golden.text("fn");
    UnsupportedFeature.requireKnown("param:" + name, options, OPTIONS.get(name));
    return switch (name) {
      case "optax.power_iteration" -> power(array(inputs, "matrix"), array(options, "v0"));
      case "optax.matrix_inverse_pth_root" ->
          LinearAlgebra.matrixInversePthRoot(array(inputs, "matrix"), options.get("p").intValue())
              .root();
      case "optax.nnls" ->
          LinearAlgebra.nnls(
              array(inputs, "A"), array(inputs, "b"), options.get("iters").intValue());
      case "optax.assignment.hungarian_algorithm" -> assigned(array(inputs, "cost_matrix"), true);
      case "optax.assignment.base_hungarian_algorithm" ->
          assigned(array(inputs, "cost_matrix"), false);
      default -> perturbed(options, array(inputs, "x"));
    };
  }

  private static Object power(Array matrix, Array first) {
    var found = LinearAlgebra.powerIteration(matrix, first);
    return Map.of("eigenvalue", found.eigenvalue(), "eigenvector", found.eigenvector());
  }

  private static Object assigned(Array costs, boolean plain) {
    var pairs =
        plain ? Assignments.hungarianAlgorithm(costs) : Assignments.baseHungarianAlgorithm(costs);
    var cost = costs.get(pairs.rows(), pairs.columns()).sum();
    return Map.of("i", pairs.rows(), "j", pairs.columns(), "cost", cost);
  }

  private static Object perturbed(JsonNode options, Array x) {
    if (!options.get("fun").asString().equals("softmax")) {
      throw new UnsupportedFeature("callable:" + options.get("fun").asString());
    }
    Fn<Array, Array> softmax = Activations::softmax;
    return Perturbations.makePerturbedFun(
            softmax,
            PerturbationOptions.DEFAULT
                .withNumSamples(options.get("num_samples").intValue())
                .withSigma(options.get("sigma").doubleValue())
                .withNoise(noise(options.get("noise").asString())))
        .apply(Key.of(options.get("key_seed").longValue()), x);
  }

  private static Noise noise(String name) {
    return switch (name) {
      case "Gumbel" -> new Gumbel();
      case "Normal" -> new Normal();
      default -> throw new UnsupportedFeature("callable:" + name);
    };
  }

  private static Array array(JsonNode node, String name) {
    return (Array) OptaxTrees.tree(node.get(name));
  }
}
