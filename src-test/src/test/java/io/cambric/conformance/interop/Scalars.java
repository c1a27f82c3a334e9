package io.cambric.conformance.interop;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;

/**
 * Numbers as the cases of other libraries write them: those that JSON does not have as {@code
 * {"float": "nan"}} or {@code {"int": "9223372036854775807"}}.
 */
final class Scalars {

  private Scalars() {}

  /** {@return an array of a list of numbers or truth values} */
  static NdArray array(JsonNode values, DType dtype, Shape shape) {
    var buffer = Buffer.allocate(dtype, values.size());
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      if (value.isBoolean()) {
        buffer.setLong(i, value.booleanValue() ? 1 : 0);
      } else if (dtype.isFloating()) {
        buffer.setDouble(i, number(value));
      } else {
        buffer.setLong(i, whole(value));
      }
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  /** {@return a floating number} */
  static double number(JsonNode value) {
    if (!value.has("float")) {
      return value.doubleValue();
    }
    return switch (value.get("float").asString()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      case String other -> Double.parseDouble(other);
    };
  }

  /** {@return the bits of a whole number of at most 64 bits} */
  static long whole(JsonNode value) {
    return value.has("int")
        ? new BigInteger(value.get("int").asString()).longValue()
        : value.longValue();
  }
}
