package io.cambric.conformance.interop;

import io.cambric.core.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call of a layer of PyTorch.
 *
 * @param arguments of its constructor
 * @param weights its state dict
 * @param inputs by name
 */
record TorchCall(JsonNode arguments, Map<String, Array> weights, Map<String, Array> inputs) {

  Array input() {
    return required("input");
  }

  Array required(String name) {
    var input = inputs.get(name);
    if (input == null) {
      throw new IllegalArgumentException("no input " + name);
    }
    return input;
  }

  @Nullable Array optional(String name) {
    return inputs.get(name);
  }

  int size(String argument) {
    return arguments.required(argument).intValue();
  }

  double number(String argument, double absent) {
    return arguments.path(argument).asDouble(absent);
  }

  boolean flag(String argument, boolean absent) {
    return arguments.path(argument).asBoolean(absent);
  }

  /** {@return one number for each spatial axis} */
  int[] spatial(String argument, int axes, int absent) {
    var value = arguments.path(argument);
    return IntStream.range(0, axes)
        .map(i -> value.isArray() ? value.get(i).intValue() : value.asInt(absent))
        .toArray();
  }

  /** {@return a call of a layer inside, whose weights have a prefix} */
  TorchCall inside(String prefix, Map<String, Array> inputs) {
    var below = new LinkedHashMap<String, Array>();
    weights.forEach((name, array) -> {
      if (name.startsWith(prefix + ".")) {
        below.put(name.substring(prefix.length() + 1), array);
      }
    });
    return new TorchCall(arguments, below, inputs);
  }
}
