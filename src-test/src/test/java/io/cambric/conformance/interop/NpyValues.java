package io.cambric.conformance.interop;

import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.io.RawArray;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The values of an array as the cases of NumPy write them in JSON. */
final class NpyValues {

  private static final Charset CHARACTERS = Charset.forName("UTF-32LE");

  private NpyValues() {}

  /** Compares dtype, shape and all values of an array that was read. */
  static void compare(String what, JsonNode expected, Object read, Check check) {
    var dtype = expected.get("dtype").asString();
    var shape = shape(expected.get("shape"));
    if (read instanceof NdArray array) {
      var values = Scalars.array(expected.get("values"), GoldenCase.dtype(dtype), shape);
      check.array(what, values, array, Tolerance.EXACT);
    } else if (read instanceof RawArray raw) {
      check.equal(what + " dtype", dtype, raw.dtype());
      check.equal(what + " shape", shape, raw.shape());
      check.equal(what + " values", recorded(expected), values(raw));
    } else {
      check.fail(what + " is " + read);
    }
  }

  private static Shape shape(JsonNode dims) {
    return Shape.of(dims.valueStream().mapToInt(JsonNode::intValue).toArray());
  }

  private static List<Object> recorded(JsonNode expected) {
    var values = new ArrayList<Object>();
    for (var value : expected.has("int64") ? expected.get("int64") : expected.get("values")) {
      if (value.isString()) {
        values.add(value.stringValue());
      } else if (value.isArray()) {
        value.forEach(part -> values.add(Scalars.number(part)));
      } else {
        values.add(Scalars.whole(value));
      }
    }
    return values;
  }

  private static List<Object> values(RawArray raw) {
    var values = new ArrayList<Object>();
    var data = raw.data();
    while (data.hasRemaining()) {
      values.add(next(raw, data));
    }
    return values;
  }

  private static Object next(RawArray raw, ByteBuffer data) {
    return switch (raw.dtype()) {
      case "complex64" -> (double) data.getFloat();
      case "complex128" -> data.getDouble();
      case String dtype when dtype.startsWith("str") -> text(raw, data, CHARACTERS);
      case String dtype when dtype.startsWith("bytes") ->
          text(raw, data, StandardCharsets.ISO_8859_1);
      default -> data.getLong();
    };
  }

  /** NumPy pads texts with NUL. */
  private static String text(RawArray raw, ByteBuffer data, Charset charset) {
    byte[] bytes = new byte[raw.data().remaining() / raw.shape().size()];
    data.get(bytes);
    return new String(bytes, charset).replaceAll("\0+$", "");
  }
}
