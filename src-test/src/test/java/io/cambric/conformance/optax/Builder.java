package io.cambric.conformance.optax;

import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.NamedCall;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.contrib.Contrib;
import io.cambric.optax.schedule.Cycle;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes schedules and gradient transformations of Optax's names and arguments. */
public final class Builder {

  private static final Map<String, @Nullable Object> DEFAULTS = defaults();

  private static final String CONTRIB = "contrib.";

  private Builder() {}

  private static Map<String, @Nullable Object> defaults() {
    var defaults = new HashMap<String, @Nullable Object>();
    defaults.put("transitionBegin", 0L);
    defaults.put("staircase", false);
    defaults.put("end", null);
    defaults.put("alpha", 0.0);
    defaults.put("exponent", 1.0);
    defaults.put("nesterov", false);
    defaults.put("debias", true);
    defaults.put("scaling", 1.0);
    defaults.put("weightDecay", 1e-4);
    defaults.put("pctStart", 0.3);
    defaults.put("pctFinal", 0.85);
    defaults.put("divFactor", 25.0);
    defaults.put("finalDivFactor", 1e4);
    defaults.put("boundariesAndScales", Map.of());
    return defaults;
  }

  /** {@return whether a schedule, or a parameter of one after a dot, exists} */
  public static boolean hasSchedule(String feature) {
    var parts = feature.split("\\.");
    var call = schedules(parts[0]);
    return parts.length == 1 ? call.exists() : call.takes(scheduleParameter(parts[1]));
  }

  /** {@return whether a transformation, or a parameter of one after a dot, exists} */
  public static boolean hasTransformation(String feature) {
    var plain = feature.replace(CONTRIB, "");
    int dot = plain.indexOf('.');
    var name = feature.substring(0, feature.length() - plain.length()) + plain.split("\\.")[0];
    var call = transformations(name);
    return dot < 0 ? call.exists() : call.takes(transformationParameter(plain.substring(dot + 1)));
  }

  /** {@return the schedule of a name and described arguments} */
  static Schedule schedule(String name, JsonNode args) {
    var plain = name.substring(name.lastIndexOf('.') + 1);
    var described = described(args);
    var interpolation = described.remove("interpolate_type");
    if (interpolation != null) {
      plain = "piecewise_" + interpolation.asString();
    }
    requireParameters("schedule", plain, described.keySet());
    return schedule(plain, values(described));
  }

  /** {@return the schedule of a name} */
  static Schedule schedule(String name, Map<String, @Nullable Object> arguments) {
    requireParameters("schedule", name, arguments.keySet());
    return (Schedule) made("schedule", name, arguments);
  }

  private static NamedCall schedules(String name) {
    var java = camel(name.replaceFirst("_schedules?", ""));
    return NamedCall.of(Schedules.class, java, DEFAULTS);
  }

  private static String scheduleParameter(String name) {
    return name.equals("cosine_kwargs") ? "cycles" : camel(name.replace("_value", ""));
  }

  /** {@return the transformation of a name such as {@code optax.sgd} and described arguments} */
  static GradientTransformation transformation(String name, Map<String, JsonNode> hyperparameters) {
    var plain = name.substring(name.lastIndexOf('.') + 1);
    if (name.startsWith("optax.contrib.")) {
      plain = "contrib." + plain;
    }
    var separated = ContribValues.separated(hyperparameters);
    requireParameters("transformation", plain, separated.keySet());
    return transformationOf(plain, values(separated));
  }

  /** {@return the transformation of a plain name} */
  static GradientTransformation transformationOf(
      String name, Map<String, @Nullable Object> arguments) {
    requireParameters("transformation", name, arguments.keySet());
    return (GradientTransformation) made("transformation", name, arguments);
  }

  /** {@return the properties of a node; a null unsets a hyperparameter that has a default} */
  static Map<String, JsonNode> described(JsonNode node) {
    var described = new LinkedHashMap<String, JsonNode>();
    for (var each : node.properties()) {
      described.put(each.getKey(), each.getValue());
    }
    return described;
  }

  private static Map<String, @Nullable Object> values(Map<String, JsonNode> described) {
    var values = new LinkedHashMap<String, @Nullable Object>();
    described.forEach((key, node) -> values.put(key, value(key, node)));
    return values;
  }

  /** The one parameter that Java calls otherwise takes a number or a function. */
  private static String transformationParameter(String name) {
    return name.equals("step_size_fn") ? "stepSize" : camel(name);
  }

  private static NamedCall call(String kind, String name) {
    return kind.equals("schedule") ? schedules(name) : transformations(name);
  }

  /** {@return the functions of a name; contributed ones have a prefix} */
  private static NamedCall transformations(String name) {
    return name.startsWith(CONTRIB)
        ? NamedCall.of(Contrib.class, name.substring(CONTRIB.length()), DEFAULTS)
        : NamedCall.of(Optax.class, name, DEFAULTS);
  }

  private static String parameter(String kind, String name) {
    return kind.equals("schedule") ? scheduleParameter(name) : transformationParameter(name);
  }

  private static void requireParameters(String kind, String name, Set<String> parameters) {
    var call = call(kind, name);
    if (!call.exists()) {
      throw new UnsupportedFeature(kind + ":" + name);
    }
    var missing = new TreeSet<String>();
    for (var each : parameters) {
      if (!call.takes(parameter(kind, each))) {
        missing.add("%s:%s.%s".formatted(kind, name, each));
      }
    }
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
  }

  private static Object made(String kind, String name, Map<String, @Nullable Object> arguments) {
    var java = new LinkedHashMap<String, @Nullable Object>();
    arguments.forEach((key, value) -> java.put(parameter(kind, key), value));
    return call(kind, name)
        .call(java)
        .orElseThrow(() ->
            new IllegalArgumentException("no %s takes %s together".formatted(name, java.keySet())));
  }

  private static @Nullable Object value(String name, JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    var contributed = ContribValues.of(name, node);
    if (contributed.isPresent()) {
      return contributed.get();
    }
    if (node.isObject() && node.has("schedule")) {
      return schedule(node.get("schedule").asString(), node.path("args"));
    }
    if (name.endsWith("mask")) {
      return Wrappers.mask(node);
    }
    if (node.isObject() && node.has("callable")) {
      throw new UnsupportedFeature("callable:" + node.get("callable").asString());
    }
    if (name.equals("boundaries_and_scales")) {
      var scales = new LinkedHashMap<Integer, Double>();
      node.properties()
          .forEach(
              each -> scales.put(Integer.valueOf(each.getKey()), each.getValue().doubleValue()));
      return scales;
    }
    if (node.isObject() && node.has("transform")) {
      return transformation(
          "optax." + node.get("transform").asString(), described(node.get("args")));
    }
    if (name.equals("key")) {
      // A key is a seed, or a call such as jax.random.key(3).
      return Key.of(Long.parseLong(node.asString().replaceAll("\\D", "")));
    }
    if (name.equals("cosine_kwargs")) {
      return cycles(node);
    }
    if (name.equals("variant")) {
      return node.stringValue().replace("+", "_plus");
    }
    if (node.isArray()) {
      List<@Nullable Object> items = new ArrayList<>();
      node.forEach(item -> items.add(value("", item)));
      return items;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
    }
    return Numbers.isNumeric(node)
        ? (Object) Numbers.number(node)
        : node.isString() ? node.stringValue() : node;
  }

  private static List<Cycle> cycles(JsonNode node) {
    var cycles = new ArrayList<Cycle>();
    for (var each : node) {
      cycles.add(
          new Cycle(
              each.get("init_value").doubleValue(),
              each.get("peak_value").doubleValue(),
              each.get("warmup_steps").intValue(),
              each.get("decay_steps").intValue(),
              each.path("end_value").asDouble(0),
              each.path("exponent").asDouble(1)));
    }
    return cycles;
  }

  static String camel(String name) {
    var java = new StringBuilder();
    boolean up = false;
    for (char letter : name.toCharArray()) {
      if (letter == '_') {
        up = true;
      } else {
        java.append(up ? Character.toUpperCase(letter) : letter);
        up = false;
      }
    }
    return java.toString();
  }
}
