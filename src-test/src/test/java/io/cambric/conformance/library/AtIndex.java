package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.core.Array;
import io.cambric.core.At;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The value of {@code x.at[index]}; its methods read the part or give changed copies. */
record AtIndex(Array array, At at) implements Library.Attributes {

  @Override
  public PyFunction attribute(String name) {
    return (args, kwargs) -> call(name, args, kwargs);
  }

  private Array call(
      String name, List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var part = part(kwargs);
    if (name.equals("get")) {
      return part.get();
    }
    if (name.equals("apply")) {
      var function = (PyFunction) args.getFirst();
      return part.apply(Functions.<UnaryOperator<Array>>of(function, UnaryOperator.class));
    }
    var values = Values.array(args.isEmpty() ? kwargs.get("values") : args.getFirst());
    return switch (name) {
      case "set" -> part.set(values);
      case "add" -> part.add(values);
      case "subtract", "sub" -> part.subtract(values);
      case "multiply", "mul" -> part.multiply(values);
      case "divide" -> part.divide(values);
      case "power" -> part.power(values);
      case "min" -> part.min(values);
      case "max" -> part.max(values);
      default -> throw new UnsupportedFeature("index:at." + name);
    };
  }

  private At part(Map<String, @Nullable Object> kwargs) {
    var part = at;
    if (kwargs.get("mode") != null) {
      var name = kwargs.get("mode").toString().toLowerCase(Locale.ROOT);
      part =
          switch (name) {
            case "clip" -> part.clip();
            case "fill", "drop", "fill_or_drop" ->
                kwargs.get("fill_value") == null
                    ? part.fill()
                    : part.fill(Values.number(kwargs.get("fill_value")).doubleValue());
            case "promise_in_bounds" -> part.promiseInBounds();
            case "wrap" -> part.wrap();
            default -> throw new PythonException("no mode of an index: " + name);
          };
    }
    if (Boolean.TRUE.equals(kwargs.get("indices_are_sorted"))) {
      part = part.indicesAreSorted();
    }
    return Boolean.TRUE.equals(kwargs.get("unique_indices")) ? part.uniqueIndices() : part;
  }
}
