package io.cambric.conformance.format;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Arrays that JSON holds as numbers: flat, or in lists of lists; non-finite ones and large integers
 * as strings.
 */
public final class Numbers {

  private Numbers() {}

  /** {@return an array of a shape and dtype of all numbers in nested lists, in order} */
  public static NdArray array(JsonNode values, DType dtype, Shape shape) {
    var flat = new ArrayList<JsonNode>();
    flatten(values, flat);
    var buffer = Buffer.allocate(dtype, flat.size());
    for (int i = 0; i < flat.size(); i++) {
      store(buffer, i, flat.get(i));
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  /** {@return an array in the shape of the nested lists} */
  public static NdArray nested(JsonNode values, DType dtype) {
    return array(values, dtype, shape(values));
  }

  /** {@return whether a node is a number, or lists of numbers} */
  public static boolean isNumeric(JsonNode node) {
    if (node.isArray()) {
      for (var item : node) {
        if (!isNumeric(item)) {
          return false;
        }
      }
      return true;
    }
    return node.isNumber()
        || (node.isString() && List.of("nan", "inf", "-inf").contains(node.stringValue()));
  }

  /** {@return a number that may be written as {@code "inf"}, {@code "-inf"} or {@code "nan"}} */
  public static double number(JsonNode node) {
    return switch (node.asString()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> node.doubleValue();
    };
  }

  private static Shape shape(JsonNode values) {
    var dims = new ArrayList<Integer>();
    for (var at = values; at.isArray(); at = at.isEmpty() ? at.path(0) : at.get(0)) {
      dims.add(at.size());
    }
    return Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
  }

  private static void flatten(JsonNode node, List<JsonNode> flat) {
    if (node.isArray()) {
      node.forEach(item -> flatten(item, flat));
    } else {
      flat.add(node);
    }
  }

  private static void store(Buffer buffer, int i, JsonNode value) {
    if (value.isBoolean()) {
      buffer.setDouble(i, value.booleanValue() ? 1 : 0);
    } else if (value.isString()) {
      text(buffer, i, value.stringValue());
    } else if (buffer.dtype().isFloating()) {
      buffer.setDouble(i, value.doubleValue());
    } else {
      buffer.setLong(i, value.longValue());
    }
  }

  private static void text(Buffer buffer, int i, String text) {
    switch (text) {
      case "nan" -> buffer.setDouble(i, Double.NaN);
      case "inf" -> buffer.setDouble(i, Double.POSITIVE_INFINITY);
      case "-inf" -> buffer.setDouble(i, Double.NEGATIVE_INFINITY);
      default -> buffer.setLong(i, new BigInteger(text).longValue());
    }
  }
}
