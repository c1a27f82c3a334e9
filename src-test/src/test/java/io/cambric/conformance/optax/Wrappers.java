package io.cambric.conformance.optax;

import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Builds transformations of transformations from nested descriptions. */
final class Wrappers {

  private static final Interpreter INTERPRETER = new Interpreter(new Library());

  /** Transformations that descriptions name without their module. */
  private static final Set<String> CONTRIB = Set.of("normalize");

  private Wrappers() {}

  /**
   * {@return the transformation of {@code [wrapper, inner..., options]} or {@code {fn, arguments}}}
   */
  static GradientTransformation build(JsonNode node) {
    if (node.isObject()) {
      var arguments = Builder.described(node);
      var name = arguments.remove("fn");
      return Builder.transformation(
          (CONTRIB.contains(name.asString()) ? "optax.contrib." : "optax.") + name.asString(),
          arguments);
    }
    var wrapper = node.get(0).asString();
    return switch (wrapper) {
      case "chain" -> {
        var parts = new ArrayList<GradientTransformation>();
        for (int i = 1; i < node.size(); i++) {
          parts.add(build(node.get(i)));
        }
        yield Optax.chain(parts.toArray(GradientTransformation[]::new));
      }
      case "snapshot" -> Measurements.snapshot(node);
      case "monitor" -> Measurements.monitor(node);
      case "masked" -> masked(build(node.get(1)), node.get(2).get("mask"));
      default -> WrapperBuilds.build(wrapper, node);
    };
  }

  /** {@return a mask that is written as a tree of booleans, or as a condition on each leaf} */
  static Fn<Object, Object> mask(JsonNode node) {
    if (node.has("mask")) {
      var tree = booleans(node.get("mask"));
      return _ -> tree;
    }
    var condition = node.get("callable").stringValue().replace("params -> ", "");
    return tree -> Trees.map(tree, leaf -> holds(condition, leaf));
  }

  private static GradientTransformation masked(GradientTransformation inner, JsonNode mask) {
    return mask.isString()
        ? Optax.masked(inner, tree -> Trees.map(tree, leaf -> holds(mask.stringValue(), leaf)))
        : Optax.masked(inner, booleans(mask));
  }

  private static boolean holds(String condition, Object leaf) {
    var value = INTERPRETER.evaluate(condition, Map.of("leaf", leaf));
    return (boolean) Objects.requireNonNull(value);
  }

  static Object booleans(JsonNode node) {
    if (!node.isObject()) {
      return node.booleanValue();
    }
    var map = new LinkedHashMap<String, Object>();
    node.properties().forEach(each -> map.put(each.getKey(), booleans(each.getValue())));
    return map;
  }
}
