package io.cambric.conformance.optax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.optax.Optax;
import io.cambric.optax.transform.PerExampleClipping;
import java.util.ArrayList;
import java.util.Set;

/** Cases of functions among those of transformations. */
final class ClippingFunctions {

  private static final Set<String> NAMES =
      Set.of(
          "optax.transforms.unitwise_norm",
          "optax.per_example_global_norm_clip",
          "optax.per_example_layer_norm_clip");

  private ClippingFunctions() {}

  static boolean has(String name) {
    return NAMES.contains(name);
  }

  static void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    var expected = json.get("expected");
    var inputs = json.get("inputs");
    if (golden.text("fn").endsWith("unitwise_norm")) {
      var norm = Optax.unitwiseNorm((Array) OptaxTrees.tree(inputs.get("x")));
      OptaxTrees.compare("out", expected, norm, tolerance, check);
      return;
    }
    var grads = new ArrayList<Object>();
    inputs.get("grads").forEach(each -> grads.add(OptaxTrees.tree(each)));
    var options = json.get("hyperparameters");
    PerExampleClipping.Clipped<?, ?> clipped =
        golden.text("fn").contains("global_norm")
            ? Optax.perExampleGlobalNormClip(grads, options.get("l2_norm_clip").doubleValue())
            : Optax.perExampleLayerNormClip(
                grads,
                options.get("global_l2_norm_clip").doubleValue(),
                options.get("uniform").booleanValue());
    OptaxTrees.compare("sum", expected.get("clipped_sum"), clipped.clippedSum(), tolerance, check);
    OptaxTrees.compare("n", expected.get("num_clipped"), clipped.numClipped(), tolerance, check);
  }
}
