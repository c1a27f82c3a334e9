package io.cambric.json.tree;

import io.cambric.file.support.Quoted;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Numbers of JSON texts, without loss. JSON has no NaN and no infinities. NaN is null, or a string
 * with its name in Java where null is something else; infinities are strings.
 */
public final class JsonNumbers {

  public static final String NAN = "NaN";

  private static final BigInteger MIN_INT = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger MAX_INT = BigInteger.valueOf(Integer.MAX_VALUE);

  private JsonNumbers() {}

  public static void write(double value, JsonGenerator json) {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeString(Double.toString(value));
    }
  }

  public static void write(float value, JsonGenerator json) {
    if (Float.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeString(Float.toString(value));
    }
  }

  public static BigInteger whole(
      @Nullable Object value, BigInteger lowest, BigInteger highest, JsonPlace place) {
    if (value instanceof JsonNumber number && number.isWhole()) {
      var whole = new BigInteger(number.text());
      if (whole.compareTo(lowest) >= 0 && whole.compareTo(highest) <= 0) {
        return whole;
      }
    }
    throw place.failure(
        "a whole number from %d to %d".formatted(lowest, highest),
        "there is " + shown(value),
        "Write a number in that range, without a decimal point or an exponent.");
  }

  public static double floating(@Nullable Object value, JsonPlace place) {
    if (value instanceof JsonNumber number) {
      double floating = Double.parseDouble(number.text());
      if (Double.isFinite(floating)) {
        return floating;
      }
    }
    if (value instanceof String name) {
      switch (name) {
        case NAN -> {
          return Double.NaN;
        }
        case "Infinity" -> {
          return Double.POSITIVE_INFINITY;
        }
        case "-Infinity" -> {
          return Double.NEGATIVE_INFINITY;
        }
        default -> {}
      }
    }
    throw place.failure(
        "a number, \"NaN\", \"Infinity\" or \"-Infinity\"",
        "there is " + shown(value),
        "Write a number that fits a double.");
  }

  /** {@return a number that is not absent, so that null is NaN} */
  public static double present(@Nullable Object value, JsonPlace place) {
    return value == null ? Double.NaN : floating(value, place);
  }

  public static int[] ints(@Nullable Object value, JsonPlace place) {
    if (!(value instanceof List<?> numbers)) {
      throw place.failure(
          "an array of whole numbers", "there is " + shown(value), "Put them in brackets.");
    }
    var ints = new int[numbers.size()];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = whole(numbers.get(i), MIN_INT, MAX_INT, place.at(i)).intValue();
    }
    return ints;
  }

  /** {@return a value for a message: itself if it is short, else its kind} */
  public static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case JsonNumber number -> Quoted.of(number.text());
      case String text -> "the string " + Quoted.of(text);
      case Boolean flag -> flag.toString();
      case List<?> _ -> "an array";
      default -> "an object";
    };
  }
}
