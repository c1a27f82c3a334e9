package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.report.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runner of a function of Optax with arguments by name. */
final class LossRunner implements CaseRunner {

  private final Library library = new Library();

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var name = golden.text("fn");
    var function = (PyFunction) library.global(name);
    var arguments = new LinkedHashMap<String, @Nullable Object>();
    // The files write whole floats as integers, so the function decides the dtype of labels.
    boolean classes = name.matches(".*(integer_labels|multiclass|ctc).*");
    addAll(arguments, json.get("inputs"), true, classes);
    addAll(arguments, json.path("hyperparameters"), false, classes);
    var missing = new TreeSet<String>();
    arguments.keySet().stream()
        .map(each -> "param:" + name + "." + each)
        .filter(feature -> !library.has(feature))
        .forEach(missing::add);
    if (arguments.get("axis") instanceof List<?> && !library.has("type:" + name + ".axis=Axes")) {
      missing.add("type:" + name + ".axis=Axes");
    }
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    var tolerance = OptaxTrees.tolerance(golden.family().header(), json);
    var value = function.call(List.of(), arguments);
    OptaxTrees.compare("out", json.get("expected"), value, tolerance, check);
  }

  private static void addAll(
      Map<String, @Nullable Object> arguments, JsonNode node, boolean arrays, boolean classes) {
    for (var each : node.properties()) {
      var value = each.getValue();
      boolean array =
          arrays
              ? value.isArray() || Numbers.isNumeric(value)
              : value.isArray() && !isIntegral(value);
      arguments.put(
          each.getKey(),
          array ? array(classes && each.getKey().equals("labels"), value) : plain(value));
    }
  }

  private static Object array(boolean integral, JsonNode value) {
    return Numbers.nested(value, integral ? DType.I32 : DType.F32);
  }

  private static boolean isIntegral(JsonNode node) {
    if (node.isArray()) {
      for (var item : node) {
        if (!isIntegral(item)) {
          return false;
        }
      }
      return !node.isEmpty();
    }
    return node.isIntegralNumber();
  }

  private static @Nullable Object plain(JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
    }
    if (node.isArray()) {
      var numbers = new ArrayList<@Nullable Object>();
      node.forEach(item -> numbers.add(plain(item)));
      return numbers;
    }
    if (Numbers.isNumeric(node)) {
      return Numbers.number(node);
    }
    return node.isString() ? node.stringValue() : OptaxTrees.tree(node);
  }
}
