package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.DTypeName;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads constructor arguments: numbers, dtypes, initializers, functions, submodules. */
final class Attributes {

  private static final Library LIBRARY = new Library();
  private static final Interpreter INTERPRETER = new Interpreter(LIBRARY);

  private static final Pattern SAME = Pattern.compile("the same instance as (\\w+)");
  private static final Pattern AROUND = Pattern.compile("(\\w+)\\((\\w+)=(\\w+)\\)");

  private final ModuleFactory modules;

  Attributes(ModuleFactory modules) {
    this.modules = modules;
  }

  /** {@return name to value; a name without one has null} */
  Map<String, @Nullable Object> of(JsonNode node) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    node.properties().forEach(each -> all.put(each.getKey(), value(each.getValue())));
    var inner = new ArrayList<String>();
    all.replaceAll(
        (_, value) -> value instanceof String text ? explained(text, all, inner) : value);
    inner.forEach(all::remove);
    return all;
  }

  /**
   * {@return what an explanation stands for: the instance of another attribute, or a module around
   * it}
   *
   * @param inner where the names of attributes are noted that are only parts of others
   */
  private Object explained(String text, Map<String, @Nullable Object> all, List<String> inner) {
    var same = SAME.matcher(text);
    if (same.matches()) {
      return Objects.requireNonNull(all.get(same.group(1)));
    }
    var around = AROUND.matcher(text);
    if (!around.matches()) {
      return text;
    }
    inner.add(around.group(3));
    var given = new LinkedHashMap<String, @Nullable Object>();
    given.put(around.group(2), all.get(around.group(3)));
    return modules.build(around.group(1), given);
  }

  private @Nullable Object value(JsonNode node) {
    if (node.isObject()) {
      return described(node);
    }
    if (node.isArray()) {
      return isMask(node) ? Numbers.nested(node, DType.F32) : list(node);
    }
    return switch (node.getNodeType()) {
      case NULL -> null;
      case STRING -> node.stringValue();
      case BOOLEAN -> node.booleanValue();
      default -> node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
    };
  }

  /** Lists of lists of floats are arrays; those of integers are pairs and sizes. */
  private static boolean isMask(JsonNode node) {
    var first = node;
    int depth = 0;
    while (first.isArray() && !first.isEmpty()) {
      first = first.get(0);
      depth++;
    }
    return depth > 1 && first.isFloatingPointNumber();
  }

  private List<@Nullable Object> list(JsonNode node) {
    var list = new ArrayList<@Nullable Object>();
    node.forEach(item -> list.add(value(item)));
    return list;
  }

  private Object described(JsonNode node) {
    if (node.has("dtype")) {
      return DTypeName.of(node.get("dtype").asString());
    }
    if (node.has("initializer")) {
      return initializer(node.get("initializer").asString(), node.path("options"));
    }
    if (node.has("fn")) {
      var name = node.get("fn").asString();
      return ModuleTransforms.has(name) ? ModuleTransforms.of(name) : function(name);
    }
    if (node.has("module")) {
      return modules.build(node.get("module").asString(), node.path("attributes"));
    }
    var map = new LinkedHashMap<String, @Nullable Object>();
    node.properties().forEach(each -> map.put(each.getKey(), value(each.getValue())));
    return map;
  }

  /** {@return what the library's function of this name makes of options} */
  static Object initializer(String name, JsonNode options) {
    var full = "jax.nn.initializers." + name;
    var function = (PyFunction) LIBRARY.global(full);
    var arguments = new LinkedHashMap<String, @Nullable Object>();
    options.properties().forEach(each -> arguments.put(each.getKey(), plain(each.getValue())));
    var made = function.call(List.of(), arguments);
    if (made == null) {
      throw new UnsupportedFeature("fn:" + full);
    }
    return made;
  }

  private static @Nullable Object plain(JsonNode node) {
    if (node.isArray()) {
      var list = new ArrayList<@Nullable Object>();
      node.forEach(item -> list.add(plain(item)));
      return list;
    }
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isNull()) {
      return null;
    }
    return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
  }

  /**
   * {@return the function that a name of {@code flax.linen}, or a small lambda spelled out, stands
   * for}
   */
  static PyFunction function(String text) {
    if (text.matches("\\w+")) {
      return (PyFunction) LIBRARY.global("jax.nn." + text);
    }
    var lambda =
        text.contains("->")
            ? "lambda " + text.replaceFirst("->", ":").replaceFirst("^\\((.*?)\\)", "$1")
            : "lambda a, b: " + text;
    if (INTERPRETER.evaluate(lambda, Map.of()) instanceof PyFunction function) {
      return function;
    }
    throw new PythonException("no function: " + text);
  }
}
