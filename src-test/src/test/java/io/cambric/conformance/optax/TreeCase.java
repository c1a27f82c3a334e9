package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.OptState;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.tree.OptaxTree;
import tools.jackson.databind.JsonNode;

/**
 * Runner of functions of trees. Some arguments stand in the name of the case only, such as the
 * order of {@code tree/norm_1_squared}.
 */
final class TreeCase implements CaseRunner {

  /** {@return whether a case is of a function of trees} */
  static boolean isOne(GoldenCase golden) {
    var function = golden.text("fn");
    return function.startsWith("optax.tree.") || function.endsWith("_update");
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    OptaxTrees.compare("out", json.get("expected"), value(golden), tolerance, check);
  }

  private static Object value(GoldenCase golden) {
    var name = golden.text("name");
    var inputs = golden.json().get("inputs");
    var options = golden.json().get("hyperparameters");
    return switch (golden.text("fn")) {
      case "optax.tree.norm" -> OptaxTree.norm(tree(inputs), order(name), name.endsWith("squared"));
      case "optax.tree.sum" -> OptaxTree.sum(tree(inputs));
      case "optax.tree.max" -> OptaxTree.max(tree(inputs));
      case "optax.tree.min" -> OptaxTree.min(tree(inputs));
      case "optax.tree.size" -> NdArray.scalar(DType.I32, OptaxTree.size(tree(inputs)));
      case "optax.tree.clip" -> OptaxTree.clip(tree(inputs), number(name, 1), number(name, 2));
      case "optax.tree.scale" -> OptaxTree.scale(number(name, 1), tree(inputs));
      case "optax.tree.vdot" -> OptaxTree.vdot(tree(inputs, "x"), tree(inputs, "y"));
      case "optax.tree.add_scale" ->
          OptaxTree.addScale(
              tree(inputs, "x"), options.get("scalar").doubleValue(), tree(inputs, "y"));
      case "optax.tree.random_like" -> random(options, tree(inputs));
      case "optax.incremental_update" ->
          Optax.incrementalUpdate(
              tree(inputs, "new_tensors"),
              tree(inputs, "old_tensors"),
              options.get("step_size").doubleValue());
      case "optax.periodic_update" ->
          Optax.periodicUpdate(
              tree(inputs, "new_tensors"),
              tree(inputs, "old_tensors"),
              NdArray.scalar(DType.I32, options.get("steps").intValue()),
              options.get("update_period").intValue());
      default -> throw new UnsupportedFeature("fn:" + golden.text("fn"));
    };
  }

  private static double order(String name) {
    return name.contains("_inf") ? Double.POSITIVE_INFINITY : name.contains("_1") ? 1 : 2;
  }

  /** {@return a part of a name such as {@code tree/clip_-0.5_0.5}} */
  private static double number(String name, int part) {
    return Double.parseDouble(name.split("_")[part]);
  }

  private static Object random(JsonNode options, Object tree) {
    var key = Key.of(options.get("key_seed").longValue());
    var sampler = options.get("sampler").asString();
    return switch (sampler) {
      case "normal" -> OptaxTree.randomLike(key, tree);
      case "rademacher" -> OptaxTree.randomLike(key, tree, Random::rademacher);
      default -> throw new UnsupportedFeature("sampler:" + sampler);
    };
  }

  private static Object tree(JsonNode inputs) {
    return tree(inputs, "tree");
  }

  private static Object tree(JsonNode inputs, String name) {
    return OptaxTrees.tree(inputs.get(name));
  }

  /** Checks what a search finds in the state after one update, and the state with a count set. */
  static void search(GoldenCase golden, Check check) {
    var json = golden.json();
    var expected = json.get("expected");
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    var inputs = json.get("inputs");
    var transformation = Wrappers.build(json.get("build"));
    var params = tree(inputs, "params");
    var state =
        transformation.update(tree(inputs, "update"), transformation.init(params), params).state();
    for (var key : new String[] {"count", "mu", "nu"}) {
      var found = OptaxTree.get(state, key).orElseThrow();
      OptaxTrees.compare(key, expected.get(key), found, tolerance, check);
    }
    var missing = OptaxTree.get(state, "missing", Array.class);
    check.equal("missing", -1, expected.get("missing_default").intValue());
    check.that(missing.isEmpty(), "missing: expected none but was " + missing);
    OptState changed = OptaxTree.set(state, "count", NdArray.scalar(DType.I32, 7));
    var count = changed.find(ScaleByAdam.State.class).orElseThrow().count();
    OptaxTrees.compare("set", expected.get("after_set_count"), count, tolerance, check);
    OptaxTrees.compare("state", expected.get("state"), state, tolerance, check);
  }
}
