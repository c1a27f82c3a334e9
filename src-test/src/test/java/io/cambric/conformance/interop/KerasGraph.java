package io.cambric.conformance.interop;

import io.cambric.core.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A sequential or functional model of Keras, run by its configuration with our layers. */
record KerasGraph(KerasLayers layers) {

  private static final String CONFIG = "config";

  /** The output of a layer in one of its calls. */
  private record Node(String layer, int call) {}

  /** A call of a layer that may have to wait for its inputs. */
  private record Pending(JsonNode layer, String path, int call) {}

  /**
   * {@return the outputs of a model}
   *
   * @param path of the model; empty for the outermost
   */
  List<Array> run(JsonNode model, String path, List<? extends Array> inputs) {
    var paths = paths(model, path);
    return model.get("class_name").asString().equals("Sequential")
        ? sequential(model, paths, inputs)
        : functional(model, paths, inputs);
  }

  /** {@return the paths of layers by name: their classes with a number from the second on} */
  private static Map<String, String> paths(JsonNode model, String path) {
    var counts = new HashMap<String, Integer>();
    var paths = new LinkedHashMap<String, String>();
    for (var layer : model.get(CONFIG).get("layers")) {
      var word = snakeCase(layer.get("class_name").asString());
      int number = counts.merge(word, 1, Integer::sum) - 1;
      var segment = number == 0 ? word : word + "_" + number;
      paths.put(name(layer), (path.isEmpty() ? "" : path + "/") + "layers/" + segment);
    }
    return paths;
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(.)([A-Z][a-z]+)", "$1_$2")
        .replaceAll("([a-z])([A-Z])", "$1_$2")
        .toLowerCase(java.util.Locale.ROOT);
  }

  private static String name(JsonNode layer) {
    return layer.get(CONFIG).get("name").asString();
  }

  private List<Array> call(JsonNode layer, String path, List<Array> inputs, JsonNode arguments) {
    return layer.get(CONFIG).has("layers")
        ? run(layer, path, inputs)
        : layers.call(layer, path, inputs, arguments);
  }

  private List<Array> sequential(
      JsonNode model, Map<String, String> paths, List<? extends Array> inputs) {
    List<Array> values = List.copyOf(inputs);
    for (var layer : model.get(CONFIG).get("layers")) {
      if (!isInput(layer)) {
        values = call(layer, paths.get(name(layer)), values, layer.path("none"));
      }
    }
    return values;
  }

  private static boolean isInput(JsonNode layer) {
    return layer.get("class_name").asString().equals("InputLayer");
  }

  private List<Array> functional(
      JsonNode model, Map<String, String> paths, List<? extends Array> inputs) {
    var config = model.get(CONFIG);
    var known = new HashMap<Node, List<Array>>();
    var names = references(config.get("input_layers"));
    for (int i = 0; i < names.size(); i++) {
      known.put(names.get(i).node(), List.of(inputs.get(i)));
    }
    var pending = new ArrayList<Pending>();
    for (var layer : config.get("layers")) {
      for (int i = 0; i < layer.get("inbound_nodes").size(); i++) {
        pending.add(new Pending(layer, paths.get(name(layer)), i));
      }
    }
    while (!pending.isEmpty()) {
      boolean some = pending.removeIf(waiting -> isDone(waiting, known));
      if (!some) {
        throw new IllegalStateException("layers wait for each other: " + pending);
      }
    }
    return references(config.get("output_layers")).stream()
        .map(output -> known.get(output.node()).get(output.place()))
        .toList();
  }

  private boolean isDone(Pending waiting, Map<Node, List<Array>> known) {
    var arguments = waiting.layer().get("inbound_nodes").get(waiting.call());
    var references = references(arguments.get("args"));
    var mask = references(arguments.path("kwargs").path("mask"));
    references.addAll(mask);
    if (!references.stream().allMatch(reference -> known.containsKey(reference.node()))) {
      return false;
    }
    var inputs =
        references.stream()
            .map(reference -> known.get(reference.node()).get(reference.place()))
            .toList();
    var outputs = call(waiting.layer(), waiting.path(), inputs, arguments.path("kwargs"));
    known.put(new Node(name(waiting.layer()), waiting.call()), outputs);
    return true;
  }

  /** One of the outputs of a call. */
  private record Reference(Node node, int place) {}

  /** {@return the outputs that arguments refer to, or a list of name, call and place} */
  private static List<Reference> references(JsonNode node) {
    var references = new ArrayList<Reference>();
    if (node.isArray() && node.size() == 3 && node.get(0).isString() && node.get(1).isNumber()) {
      var call = new Node(node.get(0).asString(), node.get(1).intValue());
      references.add(new Reference(call, node.get(2).intValue()));
    } else if (node.path(CONFIG).has("keras_history")) {
      references.addAll(references(node.get(CONFIG).get("keras_history")));
    } else if (node.isArray()) {
      StreamSupport.stream(node.spliterator(), false)
          .forEach(item -> references.addAll(references(item)));
    }
    return references;
  }
}
