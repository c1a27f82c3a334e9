package io.cambric.conformance.interop;

import static java.util.stream.Collectors.toMap;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.json.JsonValue;
import io.cambric.models.PretrainedFolder;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the cases of models: outputs of our models with the weights of a folder of
 * Transformers, gradients in the names of that folder, and tokens that decoders generate.
 */
public final class ModelsRunner implements CaseRunner {

  private static final Tolerance OUTPUTS = Tolerance.of(1e-4, 1e-4);

  /** Relative to the largest element. */
  private static final double GRADIENTS = 1e-3;

  /** Relative to the largest element, of a model that computes in half precision. */
  private static final Map<String, Double> NATIVE = Map.of("bfloat16", 1e-1, "float16", 1e-2);

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var path = golden.family().sibling(golden.text("folder"));
    var factory = GoldenModels.of(golden.text("class"));
    try (var folder = PretrainedFolder.open(path)) {
      var stored =
          folder.weights().names().stream().collect(toMap(name -> name, folder.weights()::get));
      var weights = mapped(stored, ModelsRunner::widened);
      var inputs = inputs(golden, json.get("inputs"));
      var model = factory.of(folder.config());
      outputs(golden, model.call(weights, inputs), check);
      half(golden, model, stored, inputs, check);
      gradient(golden, model, weights, inputs, check);
      leftPadded(golden, model, weights, inputs, check);
      generation(golden, model, weights, inputs, check);
      older(golden, factory, path, weights, inputs, check);
    }
  }

  private static void outputs(GoldenCase golden, Map<String, Array> actual, Check check) {
    var expected = new LinkedHashMap<String, JsonNode>();
    golden
        .json()
        .get("expected")
        .forEachEntry((name, node) -> {
          if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
              expected.put(name + "/" + i, node.get(i));
            }
          } else {
            expected.put(name, node);
          }
        });
    expected.remove("logitsNative");
    expected.forEach((name, node) ->
        check.array(
            name,
            masked(golden, name, golden.array(node)),
            masked(golden, name, actual.get(name)),
            OUTPUTS));
  }

  /** States at padded positions carry no meaning. */
  private static NdArray masked(GoldenCase golden, String name, Array states) {
    var mask = golden.json().get("inputs").get("attention_mask");
    boolean ofDecoder = name.startsWith("decoder") || name.equals("pooler_output");
    if (mask == null || ofDecoder || states.rank() != 3) {
      return states.concrete(name);
    }
    var counts = ints(mask);
    if (counts.dim(1) != states.dim(1)) {
      return states.concrete(name);
    }
    return states.mul(Numpy.expandDims(counts, -1).astype(states.dtype())).concrete(name);
  }

  private static void half(
      GoldenCase golden,
      GoldenModel model,
      Map<String, Array> stored,
      ModelInputs inputs,
      Check check) {
    var node = golden.json().get("expected").get("logitsNative");
    if (node != null) {
      near(
          "logitsNative",
          golden.array(node),
          model.call(stored, inputs).get("logits").astype(DType.F32),
          NATIVE.get(golden.text("weightsDtype")),
          check);
    }
  }

  private static void gradient(
      GoldenCase golden,
      GoldenModel model,
      Map<String, Array> weights,
      ModelInputs inputs,
      Check check) {
    var gradient = golden.json().get("gradient");
    var expected = gradient.get("parameters");
    var changed = new LinkedHashMap<String, Array>();
    expected.propertyNames().forEach(name -> changed.put(name, weights.get(name)));
    var result =
        Transforms.valueAndGrad(
                (Map<String, Array> some) -> {
                  var all = new LinkedHashMap<>(weights);
                  all.putAll(some);
                  return ModelLoss.of(
                      gradient.get("loss").asString(), model.call(all, inputs), inputs);
                })
            .apply(changed);
    check.array(
        "loss",
        NdArray.scalar(DType.F32, gradient.get("value").doubleValue()),
        result.value().concrete("loss"),
        OUTPUTS);
    expected.forEachEntry((name, node) ->
        near(
            "gradient of " + name, golden.array(node), result.grads().get(name), GRADIENTS, check));
  }

  private static void leftPadded(
      GoldenCase golden,
      GoldenModel model,
      Map<String, Array> weights,
      ModelInputs inputs,
      Check check) {
    var padded = golden.json().get("leftPadded");
    if (padded != null) {
      var mask = ints(padded.get("attention_mask"));
      var all =
          inputs.with(
              Map.of("attention_mask", mask, "position_ids", ints(padded.get("position_ids"))));
      var counts = Numpy.expandDims(mask, -1).astype(DType.F32);
      check.array(
          "leftPadded",
          golden.array(padded.get("logits")).mul(counts).concrete("leftPadded"),
          model.call(weights, all).get("logits").mul(counts),
          OUTPUTS);
    }
  }

  private static void generation(
      GoldenCase golden,
      GoldenModel model,
      Map<String, Array> weights,
      ModelInputs inputs,
      Check check) {
    var generation = golden.json().get("generation");
    if (generation != null) {
      var generated = model.generate(weights, inputs, generation);
      var expected = ints(generation.get("newTokens"));
      check.array("newTokens", expected, generated.tokens().astype(DType.I32), Tolerance.EXACT);
      var logits = generation.get("logitsAtSteps0_1_last");
      var steps = new int[] {0, 1, expected.dim(1) - 1};
      for (int i = 0; i < steps.length; i++) {
        check.array(
            "logits of step " + steps[i],
            golden.array(logits.get(i)),
            Numpy.take(generated.logits(), NdArray.scalar(DType.I32, steps[i]), 1),
            OUTPUTS);
      }
    }
  }

  /** The same configuration in its older spelling gives the same logits. */
  private static void older(
      GoldenCase golden,
      GoldenModel.Factory factory,
      Path folder,
      Map<String, Array> weights,
      ModelInputs inputs,
      Check check) {
    if (golden.json().has("olderConfig")) {
      var config = JsonValue.read(folder.resolve("config.v4.json"));
      check.array(
          "logits of the older configuration",
          golden.array(golden.json().get("expected").get("logits")),
          factory.of(config).call(weights, inputs).get("logits"),
          OUTPUTS);
    }
  }

  private static void near(
      String name, NdArray expected, Array actual, double tolerance, Check check) {
    double largest = Numpy.max(Numpy.abs(expected)).concrete(name).getDouble(0);
    check.array(name, expected, actual, Tolerance.of(0, tolerance * largest));
  }

  private static ModelInputs inputs(GoldenCase golden, JsonNode node) {
    var arrays = new LinkedHashMap<String, Array>();
    node.forEachEntry((name, each) ->
        arrays.put(name, GoldenCase.isArray(each) ? golden.array(each) : ints(each)));
    return new ModelInputs(arrays);
  }

  /** {@return the whole numbers of a list, or of a list of lists} */
  static NdArray ints(JsonNode list) {
    if (!list.get(0).isArray()) {
      return NdArray.ofInts(
          Shape.of(list.size()), list.valueStream().mapToInt(JsonNode::intValue).toArray());
    }
    return Numpy.stack(list.valueStream().map(ModelsRunner::ints).toList(), 0).concrete("input");
  }

  private static Array widened(Array array) {
    return array.dtype().isFloating() ? array.astype(DType.F32) : array;
  }

  private static Map<String, Array> mapped(Map<String, Array> all, UnaryOperator<Array> function) {
    return all.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, each -> function.apply(each.getValue())));
  }
}
