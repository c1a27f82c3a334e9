package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.python.PyFunction;
import io.cambric.core.Array;
import io.cambric.nn.Padding;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of a Python argument to the type of a Java parameter.
 *
 * @param value for the parameter
 * @param cost how far it had to go; of several overloads the one with the least is meant
 */
record Conversion(@Nullable Object value, int cost) {

  /** {@return how a value goes into a parameter, or empty if it does not} */
  static Optional<Conversion> of(@Nullable Object value, Type parameter) {
    var type = raw(parameter);
    if (value == null) {
      return Optional.empty();
    }
    if (type == Array.class) {
      return when(
          Values.isArrayLike(value), () -> Values.array(value), value instanceof Array ? 0 : 1);
    }
    if (type == int.class || type == Integer.class || type == long.class) {
      return when(Values.isInteger(value), () -> integral(value, type), 0);
    }
    if (type == double.class || type == Double.class || type == float.class) {
      return when(value instanceof Number, () -> floating(value, type), 2);
    }
    if (type == boolean.class || type == Boolean.class) {
      return when(value instanceof Boolean, () -> value, 0);
    }
    if (type == DType.class) {
      return when(
          value instanceof DTypeName
              || value instanceof DType
              || value instanceof String
              || "bool".equals(value.toString()),
          () -> Values.dtype(value),
          0);
    }
    if (type == int[].class || type == Shape.class || type == Axes.class) {
      return integers(value, type);
    }
    if (type == int[][].class) {
      return when(isMatrix(value), () -> matrix((List<?>) value), 0);
    }
    if (type.isRecord() && value instanceof List<?> list) {
      return record(list, type);
    }
    if (type == List.class) {
      return list(value, parameter);
    }
    if (type == Key.class && value instanceof Array words) {
      return Optional.of(new Conversion(new Key(words), 1));
    }
    if (type == Padding.class) {
      return PaddingConversion.of(value);
    }
    if (type == Initializer.class) {
      return when(
          value instanceof InitializerValue, () -> ((InitializerValue) value).initializer(), 0);
    }
    if (type.isEnum()) {
      return constant(value.toString(), type);
    }
    if (value instanceof PyFunction function && type.isInterface()) {
      return function(function, type);
    }
    return when(type.isInstance(value), () -> value, type == Object.class ? 5 : 0);
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType p -> (Class<?>) p.getRawType();
      default -> Object.class;
    };
  }

  private interface Make {
    @Nullable Object make();
  }

  private static Optional<Conversion> when(boolean fits, Make make, int cost) {
    return fits ? Optional.of(new Conversion(make.make(), cost)) : Optional.empty();
  }

  private static Object integral(Object value, Class<?> type) {
    long number = ((Number) value).longValue();
    return type == long.class ? (Object) number : Math.toIntExact(number);
  }

  private static Object floating(Object value, Class<?> type) {
    double number = ((Number) value).doubleValue();
    return type == float.class ? (Object) (float) number : number;
  }

  private static Optional<Conversion> integers(Object value, Class<?> type) {
    boolean fits =
        Values.isInteger(value)
            || (value instanceof List<?> list && list.stream().allMatch(Values::isInteger));
    return when(
        fits,
        () -> {
          int[] numbers = Values.integers(value);
          return type == Shape.class
              ? Shape.of(numbers)
              : type == Axes.class ? Axes.of(numbers) : numbers;
        },
        value instanceof List<?> ? 0 : 1);
  }

  private static boolean isMatrix(Object value) {
    return value instanceof List<?> rows && rows.stream().allMatch(row -> row instanceof List<?>);
  }

  /** A tuple of arrays is a record of as many in Java, such as the carry of an LSTM. */
  private static Optional<Conversion> record(List<?> items, Class<?> type) {
    var components = type.getRecordComponents();
    boolean fits =
        components.length == items.size()
            && items.stream().allMatch(Array.class::isInstance)
            && Arrays.stream(components).allMatch(each -> each.getType() == Array.class);
    if (!fits) {
      return Optional.empty();
    }
    try {
      var types = new Class<?>[components.length];
      Arrays.fill(types, Array.class);
      var made = type.getDeclaredConstructor(types).newInstance(items.toArray());
      return Optional.of(new Conversion(made, 1));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int[][] matrix(List<?> rows) {
    return rows.stream().map(Values::integers).toArray(int[][]::new);
  }

  /** Converts each item; a single value that is none becomes a list of one. */
  private static Optional<Conversion> list(Object value, Type parameter) {
    var itemType =
        parameter instanceof ParameterizedType of ? of.getActualTypeArguments()[0] : Object.class;
    var bound = itemType instanceof WildcardType any ? any.getUpperBounds()[0] : itemType;
    List<?> items = value instanceof List<?> list ? list : List.of(value);
    int cost = value instanceof List<?> ? 0 : 1;
    var converted = new ArrayList<@Nullable Object>();
    for (var item : items) {
      var conversion = of(item, bound);
      if (conversion.isEmpty()) {
        return Optional.empty();
      }
      converted.add(conversion.get().value());
      cost += conversion.get().cost();
    }
    return Optional.of(new Conversion(converted, cost));
  }

  private static Optional<Conversion> constant(String name, Class<?> type) {
    var plainName = plain(name.substring(name.lastIndexOf('.') + 1));
    return Stream.of(type.getEnumConstants())
        .filter(constant -> plain(((Enum<?>) constant).name()).equals(plainName))
        .map(constant -> new Conversion(constant, 0))
        .findFirst();
  }

  private static Optional<Conversion> function(PyFunction function, Class<?> type) {
    return when(true, () -> type.isInstance(function) ? function : Functions.as(function, type), 0);
  }

  /** {@return a name without case and underscores, by which Python's and Java's are compared} */
  static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** The names by which Python calls what Java calls otherwise. */
  static final Map<String, String> ALIASES =
      Map.of(
          "axis",
          "axes",
          "a",
          "x",
          "arr",
          "x",
          "x1",
          "x",
          "x2",
          "y",
          "predictoroutputs",
          "predictions");
}
