package io.cambric.conformance.interop;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.transform.Transforms;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the cases of PyTorch's layers: outputs of our layers with its weights, and gradients in
 * its names.
 */
public final class TorchLayersRunner implements CaseRunner {

  private static final Tolerance OUTPUTS = Tolerance.of(1e-4, 1e-5);
  private static final Tolerance GRADIENTS = Tolerance.of(1e-3, 1e-4);

  /** The ending of weights of half precision, widened to single precision. */
  private static final String WIDENED = "Widened";

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var layer = TorchLayers.of(golden.text("layer"));
    var file = golden.family().sibling(golden.text("stateDict"));
    var weights = widened(SafeTensors.read(file).arrays());
    var inputs = arrays(golden, json.get("inputs"));
    var call = call(golden, weights, inputs);
    var outputs = layer.call(call);
    call.requireAllRead();
    arrays(golden, json.get("expected"))
        .forEach((name, expected) -> {
          boolean widened = name.endsWith(WIDENED);
          var actual =
              widened
                  ? weights.get(name.substring(0, name.length() - WIDENED.length()))
                  : outputs.get(name);
          if (actual == null) {
            throw new UnsupportedFeature("torch:%s->%s".formatted(golden.text("layer"), name));
          }
          check.array(name, expected.concrete(name), actual, widened ? Tolerance.EXACT : OUTPUTS);
        });
    if (json.has("cotangent")) {
      gradients(golden, layer, weights, inputs, check);
    }
  }

  private static void gradients(
      GoldenCase golden,
      TorchLayer layer,
      Map<String, Array> weights,
      Map<String, Array> inputs,
      Check check) {
    var json = golden.json();
    var cotangent = golden.array(json.get("cotangent"));
    var ofWeights = arrays(golden, json.path("grads"));
    var ofInputs = arrays(golden, json.path("inputGrads"));
    var grads =
        Transforms.grad((Map<String, Array> w, Map<String, Array> x) ->
                layer
                    .call(call(golden, with(weights, w), with(inputs, x)))
                    .get("output")
                    .mul(cotangent)
                    .sum())
            .argnums(0, 1)
            .apply(only(weights, ofWeights.keySet()), only(inputs, ofInputs.keySet()));
    ofWeights.forEach((name, expected) ->
        check.array(
            "gradient of " + name, expected.concrete(name), grads.first().get(name), GRADIENTS));
    ofInputs.forEach((name, expected) ->
        check.array(
            "gradient of input " + name,
            expected.concrete(name),
            grads.second().get(name),
            GRADIENTS));
  }

  private static TorchCall call(
      GoldenCase golden, Map<String, Array> weights, Map<String, Array> inputs) {
    var json = golden.json();
    return new TorchCall(
        golden.text("layer"),
        json.get("arguments"),
        weights,
        inputs,
        json.path("note").asString(""));
  }

  /** {@return weights, those of half precision in single precision} */
  private static Map<String, Array> widened(Map<String, ? extends Array> stored) {
    var weights = new LinkedHashMap<String, Array>();
    stored.forEach((name, array) ->
        weights.put(name, array.dtype().isFloating() ? array.astype(DType.F32) : array));
    return weights;
  }

  private static Map<String, Array> arrays(GoldenCase golden, JsonNode nodes) {
    var arrays = new LinkedHashMap<String, Array>();
    nodes.forEachEntry((name, node) -> arrays.put(name, golden.array(node)));
    return arrays;
  }

  private static Map<String, Array> with(Map<String, Array> all, Map<String, Array> others) {
    var changed = new LinkedHashMap<>(all);
    changed.putAll(others);
    return changed;
  }

  private static Map<String, Array> only(Map<String, Array> all, Set<String> names) {
    var kept = new LinkedHashMap<>(all);
    kept.keySet().retainAll(names);
    return kept;
  }
}
