package io.cambric.module.config;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import io.cambric.json.tree.JsonNumbers;
import io.cambric.json.tree.JsonPlace;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Arrays as objects of a dtype, a shape, and the elements in row-major order. */
final class JsonArrays {

  static final String ARRAY = "$array";
  private static final String SHAPE = "shape";
  private static final String VALUES = "values";

  private static final String MEND = "Write the array again.";

  private JsonArrays() {}

  static void write(NdArray array, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty(ARRAY, array.dtype().jaxName());
    json.writeName(SHAPE);
    int[] dims = array.shape().toArray();
    json.writeArray(dims, 0, dims.length);
    json.writeArrayPropertyStart(VALUES);
    for (int i = 0; i < array.size(); i++) {
      writeElement(array, i, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeElement(NdArray array, int i, JsonGenerator json) {
    switch (array.dtype().kind()) {
      case BOOL -> json.writeBoolean(array.getLong(i) != 0);
      case SIGNED -> json.writeNumber(array.getLong(i));
      case UNSIGNED -> json.writeNumber(new BigInteger(Long.toUnsignedString(array.getLong(i))));
      case FLOATING -> {
        double value = array.getDouble(i);
        if (Double.isNaN(value)) {
          json.writeNull();
        } else if (array.dtype() == DType.F64) {
          JsonNumbers.write(value, json);
        } else {
          JsonNumbers.write((float) value, json);
        }
      }
    }
  }

  static NdArray read(Map<String, @Nullable Object> object, JsonPlace place) {
    var dtype = dtype(object.get(ARRAY), place.below(ARRAY));
    var shape = shape(object.get(SHAPE), place.below(SHAPE));
    var at = place.below(VALUES);
    if (!(object.get(VALUES) instanceof List<?> values) || values.size() != shape.size()) {
      throw at.failure(
          "%d elements of shape %s".formatted(shape.size(), shape),
          object.get(VALUES) instanceof List<?> values
              ? "there are %d".formatted(values.size())
              : "there is no array of them",
          MEND);
    }
    // As many as there are values in the text.
    var buffer = Buffer.allocate(dtype, values.size());
    for (int i = 0; i < values.size(); i++) {
      readElement(buffer, i, values.get(i), at);
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  private static void readElement(Buffer buffer, int i, @Nullable Object value, JsonPlace values) {
    var dtype = buffer.dtype();
    switch (dtype.kind()) {
      case BOOL -> {
        if (!(value instanceof Boolean flag)) {
          throw values.at(i).failure("true or false", "there is another value", MEND);
        }
        buffer.setLong(i, flag ? 1 : 0);
      }
      case FLOATING -> buffer.setDouble(i, JsonNumbers.present(value, values.at(i)));
      case SIGNED, UNSIGNED -> {
        int bits = 8 * dtype.bytes() - (dtype.kind() == DType.Kind.SIGNED ? 1 : 0);
        var limit = BigInteger.ONE.shiftLeft(bits);
        var lowest = dtype.kind() == DType.Kind.SIGNED ? limit.negate() : BigInteger.ZERO;
        var highest = limit.subtract(BigInteger.ONE);
        buffer.setLong(i, JsonNumbers.whole(value, lowest, highest, values.at(i)).longValue());
      }
    }
  }

  static DType dtype(@Nullable Object value, JsonPlace place) {
    try {
      return DType.ofJaxName(value instanceof String name ? name : "");
    } catch (DTypeException e) {
      throw place.failure(
          "the name of a dtype such as float32",
          value instanceof String name ? "there is " + Quoted.of(name) : "there is another value",
          "Name one of the dtypes of JAX.");
    }
  }

  static Shape shape(@Nullable Object value, JsonPlace place) {
    try {
      return Shape.of(JsonNumbers.ints(value, place));
    } catch (ShapeException e) {
      throw place.failure("sizes of an array", "they are invalid", String.valueOf(e.getMessage()));
    }
  }
}
