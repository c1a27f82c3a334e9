package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.frameworks.keras.KerasFile;
import io.cambric.frameworks.keras.KerasRules;
import io.cambric.io.NamedArrays;
import io.cambric.io.safetensors.SafeTensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files of Keras: the arrays in them, the outputs of our layers with these weights under each form
 * of names, or that they are refused.
 */
public final class KerasFilesRunner implements CaseRunner {

  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    if (json.has("wrong")) {
      refused(golden, check);
      return;
    }
    var arrays = SafeTensors.read(golden.family().sibling(golden.text("arrays"))).arrays();
    JsonNode config = null;
    for (var file : json.get("files")) {
      var path = golden.family().sibling(file.get("file").asString());
      try (var open = opened(path, json, check)) {
        if (open == null) {
          continue;
        }
        contents(file, open, arrays, check);
        if (file.get("form").asString().equals("keras")) {
          config = JSON.readTree(open.texts().get("config.json"));
        }
        // A class of its own has a name that no one else knows.
        if (config != null && !config.toString().contains(">")) {
          outputs(json, file, open, config, arrays, check);
        }
      }
    }
  }

  /** {@return an open file; null if it is one that may be refused, and it is} */
  private static @Nullable KerasFile opened(Path path, JsonNode golden, Check check) {
    try {
      return KerasFile.open(path);
    } catch (DataException e) {
      check.that(golden.path("optional").asBoolean(false), "refused: " + e.getMessage());
      return null;
    }
  }

  private static void contents(
      JsonNode file, KerasFile open, Map<String, NdArray> arrays, Check check) {
    var name = file.get("file").asString();
    var expected = new HashMap<String, String>();
    file.get("arrays").forEachEntry((path, key) -> expected.put(path, key.asString()));
    check.equal("names of " + name, new TreeSet<>(expected.keySet()), new TreeSet<>(open.names()));
    expected.forEach((path, key) -> {
      var array = arrays.get(key);
      check.equal(path + " before it is read", array.aval(), open.aval(path));
      check.array(name + " " + path, array, open.get(path), Tolerance.EXACT);
    });
    file.path("attributes")
        .forEachEntry((attribute, start) -> {
          var text = open.texts().getOrDefault(attribute, "");
          check.that(text.startsWith(start.asString()), attribute + " of " + name + ": " + text);
        });
    var listed = new ArrayList<String>();
    for (var layer : file.path("layerNames")) {
      for (var weight : file.get("weightNames").get(layer.asString())) {
        listed.add("model_weights/%s/%s".formatted(layer.asString(), weight.asString()));
      }
    }
    check.equal("order of " + name, listed, List.copyOf(open.names()).subList(0, listed.size()));
  }

  /** Runs our layers with the weights of a file, under each form of names that it has. */
  private static void outputs(
      JsonNode golden,
      JsonNode file,
      KerasFile open,
      JsonNode config,
      Map<String, NdArray> arrays,
      Check check) {
    var inputs = new ArrayList<Array>();
    for (int i = 0; i < golden.get("inputs").size(); i++) {
      inputs.add(arrays.get("in." + i));
    }
    var forms =
        file.get("form").asString().equals("h5")
            ? List.of(new Names(KerasRules.ofWeights(), open.byLayerNames()))
            : List.of(
                new Names(KerasRules.ofPaths(), open),
                new Names(KerasRules.ofLayers(), open.byLayerNames()));
    for (var names : forms) {
      var layers =
          new KerasLayers(names.rules(), names.arrays(), owners(golden, file, open, names));
      var outputs = new KerasGraph(layers).run(config, "", inputs);
      var rtol = golden.get("tolerance").get("rtol").asDouble();
      var atol = golden.get("tolerance").get("atol").asDouble();
      for (int i = 0; i < golden.get("outputs").intValue(); i++) {
        check.array(
            "%s, %s, output %d".formatted(file.get("file").asString(), names.rules(), i),
            arrays.get("out." + i),
            outputs.get(i),
            Tolerance.of(rtol, atol));
      }
    }
  }

  /** Rules and the arrays that have names of their form. */
  private record Names(KerasRules rules, NamedArrays arrays) {}

  /**
   * {@return the names of layers in one form by their paths in the first file, found by the arrays
   * that they have}
   */
  private static Map<String, String> owners(
      JsonNode golden, JsonNode file, KerasFile open, Names names) {
    var paths = List.copyOf(open.names());
    var inForm = List.copyOf(names.arrays().names());
    var byKey = new HashMap<String, String>();
    for (int i = 0; i < paths.size(); i++) {
      byKey.put(file.get("arrays").get(paths.get(i)).asString(), inForm.get(i));
    }
    var owners = new HashMap<String, String>();
    golden
        .get("files")
        .get(0)
        .get("arrays")
        .forEachEntry((path, key) -> {
          var name = byKey.get(key.asString());
          if (name != null) {
            owners.put(owner(path), owner(name));
          }
        });
    return owners;
  }

  private static String owner(String name) {
    var layer = name.substring(0, name.lastIndexOf('/'));
    return layer.endsWith("/vars") ? layer.substring(0, layer.lastIndexOf('/')) : layer;
  }

  /** Files whose weights are sound, and whose configuration no one runs. */
  private static boolean mayBeRead(String wrong) {
    return wrong.contains("config") && !wrong.contains("cut")
        || wrong.contains("module os")
        || wrong.contains("dataset is missing");
  }

  private static void refused(GoldenCase golden, Check check) {
    var file = golden.family().sibling(golden.text("file"));
    var wrong = golden.text("wrong");
    var before = listing(file);
    try (var open = KerasFile.open(file)) {
      open.names().forEach(open::get);
      check.that(mayBeRead(wrong), "read, though " + wrong);
    } catch (DataException e) {
      check.that(!mayBeRead(wrong), "refused: " + e.getMessage());
      check.that(
          e.getMessage().contains(file.toString()), "no place in the message: " + e.getMessage());
    }
    check.equal("files afterwards", before, listing(file));
  }

  private static Set<String> listing(Path file) {
    var folder = file.toAbsolutePath().getParent().toFile();
    return Set.of(folder.list());
  }
}
