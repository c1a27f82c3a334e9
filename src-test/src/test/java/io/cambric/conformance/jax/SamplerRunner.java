package io.cambric.conformance.jax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runner of draws of one sampler from the key of a seed, with the values in the JSON file. */
public final class SamplerRunner implements CaseRunner {

  /** Keys among the arguments of a case that are no arguments of the function. */
  private static final Set<String> REMARKS = Set.of("note", "x64");

  /** An operand in words. */
  private static final Pattern GRID =
      Pattern.compile("arange\\((\\d+)\\) f32 reshaped \\((\\d+),(\\d+)\\)");

  /** Samplers and the tolerances that the note of the header gives them. */
  private static final Pattern WIDER =
      Pattern.compile("([\\w/]+): rtol ([\\de.-]+)(?:, atol ([\\de.-]+))?");

  private final Library library;

  /** Makes a runner over a library. */
  public SamplerRunner(Library library) {
    this.library = library;
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var op = golden.text("op");
    var drawn = draw(op, Key.of(json.get("seed").longValue()), json.get("args"));
    var dtype = GoldenCase.dtype(golden.text("dtype"));
    var shape = new ArrayList<Integer>();
    json.get("shape").forEach(dim -> shape.add(dim.intValue()));
    var expected =
        Numbers.array(
            json.get("values"),
            dtype,
            Shape.of(shape.stream().mapToInt(Integer::intValue).toArray()));
    check.tree(op, expected, Values.toArrays(drawn), tolerance(golden, op, dtype));
  }

  private @Nullable Object draw(String op, Key key, JsonNode args) {
    return switch (op) {
      case "key_data" -> key.data();
      case "split_of_split" -> splitOfSplit(key, args);
      case "permutation" -> call("permutation", Map.of("key", key, "x", args.get("n").longValue()));
      case "permutation_array" -> {
        var all = arguments(args);
        all.put("key", key);
        all.put("x", grid(args.get("x").asString()));
        yield call("permutation", all);
      }
      default -> {
        var all = arguments(args);
        all.put("key", key);
        yield call(op, all);
      }
    };
  }

  private static Array grid(String text) {
    var matcher = GRID.matcher(text);
    if (!matcher.matches()) {
      throw new UnsupportedFeature("expectation:" + text);
    }
    var numbers = IntStream.rangeClosed(1, 3).map(i -> Integer.parseInt(matcher.group(i)));
    int[] sizes = numbers.toArray();
    return Numpy.arange(sizes[0]).astype(DType.F32).reshape(sizes[1], sizes[2]);
  }

  private Object splitOfSplit(Key key, JsonNode args) {
    var at = key;
    for (int i = 0; i < args.get("path").size(); i++) {
      at = at.split(args.get("nums").get(i).intValue()).get(args.get("path").get(i).intValue());
    }
    return at.data();
  }

  private @Nullable Object call(String op, Map<String, @Nullable Object> arguments) {
    var name = "random." + op;
    var missing = new TreeSet<String>();
    var function = (PyFunction) library.global(name);
    arguments.keySet().stream()
        .map(parameter -> "param:" + name + "." + parameter)
        .filter(feature -> !library.has(feature))
        .forEach(missing::add);
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    return function.call(List.of(), arguments);
  }

  /** The arguments as Python would pass them: numbers, shapes, and arrays for lists of numbers. */
  private static Map<String, @Nullable Object> arguments(JsonNode args) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    for (var each : args.properties()) {
      var name = each.getKey();
      if (name.equals("shape") || (name.equals("num") && each.getValue().isArray())) {
        var dims = new ArrayList<@Nullable Object>();
        each.getValue().forEach(dim -> dims.add(dim.longValue()));
        all.put(name, dims);
      } else if (!REMARKS.contains(name) && !name.equals("x")) {
        all.put(name, value(each.getValue()));
      }
    }
    return all;
  }

  private static Object value(JsonNode node) {
    if (node.isArray()) {
      return (Array) Numbers.nested(node, DType.defaultFloat());
    }
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
  }

  private static Tolerance tolerance(GoldenCase golden, String op, DType dtype) {
    var stated = golden.family().header().get("tolerance");
    for (var exact : stated.get("exact_ops")) {
      if (exact.asString().equals(op)) {
        return Tolerance.EXACT;
      }
    }
    var prefix = dtype == DType.F64 ? "float64" : "float32";
    var general =
        Tolerance.of(
            stated.get(prefix + "_rtol").doubleValue(), stated.get(prefix + "_atol").doubleValue());
    return WIDER
        .matcher(stated.get("note").asString())
        .results()
        .filter(wider -> List.of(wider.group(1).split("/")).contains(op))
        .map(wider -> general.or(Tolerance.of(number(wider.group(2)), number(wider.group(3)))))
        .findFirst()
        .orElse(general);
  }

  private static double number(@Nullable String text) {
    return text == null ? 0 : Double.parseDouble(text);
  }
}
