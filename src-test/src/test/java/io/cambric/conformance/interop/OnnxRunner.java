package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.onnx.OnnxGraph;
import io.cambric.io.onnx.OnnxModel;
import io.cambric.io.onnx.OnnxNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the cases of ONNX files: their weights and graphs, what the graphs compute with them,
 * and the files that are refused.
 */
public final class OnnxRunner implements CaseRunner {

  private static final Tolerance OUTPUTS = Tolerance.of(1e-4, 1e-5);

  private final CaseRunner sentences = new SentenceCase();

  @Override
  public void run(GoldenCase golden, Check check) {
    if (golden.json().has("text")) {
      sentences.run(golden, check);
      return;
    }
    var file = golden.family().sibling(golden.text("file"));
    if (golden.json().has("wrong")) {
      refused(check, golden.text("file"), () -> OnnxModel.read(file));
      refused(check, "its bytes", () -> OnnxModel.read(bytes(file)));
      return;
    }
    OnnxModel model;
    try {
      model = OnnxModel.read(file);
    } catch (DataException e) {
      check.that(golden.json().path("optional").asBoolean(false), "refused: " + e.getMessage());
      return;
    }
    description(golden.json(), model, check);
    weights(golden, model.graph(), check);
    outputs(golden, model.graph(), check);
  }

  private static void description(JsonNode json, OnnxModel model, Check check) {
    check.equal("irVersion", json.get("irVersion").longValue(), model.irVersion());
    var sets = new HashMap<String, Long>();
    json.get("opset").forEachEntry((domain, version) -> sets.put(domain, version.longValue()));
    check.equal("opset", sets, model.operatorSets());
    check.equal("inputs", texts(json.get("inputs")), model.graph().inputs());
    check.equal("outputs", texts(json.get("outputs")), model.graph().outputs());
    var nodes = json.get("nodes").valueStream().map(OnnxRunner::node).toList();
    check.equal("nodes", nodes, model.graph().nodes().stream().map(OnnxRunner::plain).toList());
  }

  private static OnnxNode node(JsonNode json) {
    return new OnnxNode(
        json.get("op").asString(),
        "",
        json.get("name").asString(),
        texts(json.get("in")),
        texts(json.get("out")),
        Map.of());
  }

  private static OnnxNode plain(OnnxNode node) {
    return new OnnxNode(
        node.operator(), node.domain(), node.name(), node.inputs(), node.outputs(), Map.of());
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }

  private static void weights(GoldenCase golden, OnnxGraph graph, Check check) {
    var initializers = golden.json().get("initializers");
    check.equal("names", Map.copyOf(named(initializers)).keySet(), graph.initializers().keySet());
    initializers.forEachEntry(
        (name, expected) -> OnnxValues.compare(golden, name, expected, graph.tensor(name), check));
    golden
        .json()
        .path("constantNodes")
        .forEachEntry((name, expected) -> {
          var array = graph.tensor(name).array();
          if (expected.isNumber()) {
            check.equal(name, expected.doubleValue(), array.getDouble(0));
          } else {
            check.array(name, golden.array(expected), array, Tolerance.EXACT);
          }
        });
  }

  private static void outputs(GoldenCase golden, OnnxGraph graph, Check check) {
    if (!golden.json().has("run")) {
      return;
    }
    var inputs = new HashMap<String, Array>();
    golden
        .json()
        .at("/run/inputs")
        .forEachEntry((name, array) -> inputs.put(name, golden.array(array)));
    var outputs = GraphRun.outputs(graph, inputs);
    golden
        .json()
        .at("/run/outputs")
        .forEachEntry((name, expected) ->
            check.tree(name, golden.array(expected), outputs.get(name), OUTPUTS));
  }

  private static Map<String, JsonNode> named(JsonNode object) {
    var named = new HashMap<String, JsonNode>();
    object.forEachEntry(named::put);
    return named;
  }

  private static void refused(Check check, String what, Supplier<?> reading) {
    try {
      check.fail(what + " must be refused, but holds " + reading.get());
    } catch (DataException e) {
      check.that(!e.getMessage().isEmpty(), what + " needs a message");
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
