package io.cambric.conformance.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Operators on Python's own values: numbers, booleans, strings, lists, tuples. */
final class HostMath {

  private HostMath() {}

  /** {@return whether Python itself knows what to do with a value} */
  static boolean isHost(@Nullable Object value) {
    return value == null
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof String
        || value instanceof List<?>
        || value instanceof Map<?, ?>
        || value instanceof Ellipsis;
  }

  static boolean truth(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean b -> b;
      case Number n -> n.doubleValue() != 0;
      case String s -> !s.isEmpty();
      case List<?> list -> !list.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      default -> true;
    };
  }

  static Object negate(Object value) {
    var number = number(value);
    return number instanceof Double d ? (Object) (-d) : Math.negateExact(number.longValue());
  }

  static Object invert(Object value) {
    return ~number(value).longValue();
  }

  static @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right) {
    if (left instanceof List<?> a && right instanceof List<?> b && operator.equals("+")) {
      var both = new ArrayList<@Nullable Object>(a);
      both.addAll(b);
      return a instanceof Tuple ? Tuple.of(both) : both;
    }
    if (left instanceof List<?> list && operator.equals("*")) {
      return repeat(list, number(right).intValue());
    }
    if (left instanceof String a && operator.equals("+")) {
      return a + right;
    }
    var a = number(left);
    var b = number(right);
    return a instanceof Double || b instanceof Double || operator.equals("/")
        ? floating(operator, a.doubleValue(), b.doubleValue())
        : integral(operator, a.longValue(), b.longValue());
  }

  private static List<@Nullable Object> repeat(List<?> list, int times) {
    var repeated = new ArrayList<@Nullable Object>();
    for (int i = 0; i < times; i++) {
      repeated.addAll(list);
    }
    return list instanceof Tuple ? Tuple.of(repeated) : repeated;
  }

  private static Object floating(String operator, double a, double b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      case "//" -> Math.floor(a / b);
      case "%" -> a - b * Math.floor(a / b);
      case "**" -> Math.pow(a, b);
      default -> throw unsupported(operator);
    };
  }

  private static Object integral(String operator, long a, long b) {
    return switch (operator) {
      case "+" -> Math.addExact(a, b);
      case "-" -> Math.subtractExact(a, b);
      case "*" -> Math.multiplyExact(a, b);
      case "//" -> Math.floorDiv(a, b);
      case "%" -> Math.floorMod(a, b);
      case "**" ->
          b < 0
              ? (Object) Math.pow(a, b)
              : BigInteger.valueOf(a).pow(Math.toIntExact(b)).longValueExact();
      case "<<" -> a << b;
      case ">>" -> a >> b;
      case "&" -> a & b;
      case "|" -> a | b;
      case "^" -> a ^ b;
      default -> throw unsupported(operator);
    };
  }

  static boolean compare(String operator, @Nullable Object left, @Nullable Object right) {
    return switch (operator) {
      case "==" -> equal(left, right);
      case "!=" -> !equal(left, right);
      case "is" -> left == right || (left instanceof Boolean && left.equals(right));
      case "is not" -> !compare("is", left, right);
      case "in" -> contains(left, right);
      default -> {
        int order = Double.compare(number(left).doubleValue(), number(right).doubleValue());
        yield switch (operator) {
          case "<" -> order < 0;
          case "<=" -> order <= 0;
          case ">" -> order > 0;
          case ">=" -> order >= 0;
          default -> throw unsupported(operator);
        };
      }
    };
  }

  private static boolean equal(@Nullable Object left, @Nullable Object right) {
    return left instanceof Number a && right instanceof Number b
        ? a.doubleValue() == b.doubleValue()
        : Objects.equals(left, right);
  }

  private static boolean contains(@Nullable Object item, @Nullable Object in) {
    return switch (in) {
      case List<?> list -> list.contains(item);
      case Map<?, ?> map -> map.containsKey(item);
      case null, default -> throw new PythonException("in needs a list or a dict");
    };
  }

  /** {@return a number or boolean as Long, Double or BigInteger} */
  static Number number(@Nullable Object value) {
    return switch (value) {
      case Boolean b -> b ? 1L : 0L;
      case Integer i -> i.longValue();
      case Float f -> f.doubleValue();
      case Number n -> n;
      case null, default -> throw new PythonException("a number is needed, but came " + value);
    };
  }

  static int position(Object index, int size) {
    int i = number(index).intValue();
    int position = i < 0 ? i + size : i;
    if (position < 0 || position >= size) {
      throw new PythonException("index %d is out of range of %d items".formatted(i, size));
    }
    return position;
  }

  static List<@Nullable Object> slice(List<?> list, Slice slice) {
    long step = slice.step() == null ? 1 : number(slice.step()).longValue();
    int size = list.size();
    long from = bound(slice.from(), size, step > 0 ? 0 : size - 1, step);
    long to = bound(slice.to(), size, step > 0 ? size : -1, step);
    var part = new ArrayList<@Nullable Object>();
    for (long i = from; step > 0 ? i < to : i > to; i += step) {
      part.add(list.get((int) i));
    }
    return list instanceof Tuple ? Tuple.of(part) : part;
  }

  private static long bound(@Nullable Object given, int size, long otherwise, long step) {
    if (given == null) {
      return otherwise;
    }
    long i = number(given).longValue();
    long position = i < 0 ? i + size : i;
    return step > 0 ? Math.clamp(position, 0, size) : Math.clamp(position, -1, size - 1);
  }

  private static PythonException unsupported(String operator) {
    return new PythonException("operator " + operator + " is not for these values");
  }
}
