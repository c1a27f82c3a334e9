package io.cambric.conformance.interop;

import io.cambric.array.Buffer;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.io.RawArray;
import io.cambric.io.onnx.OnnxTensor;
import io.cambric.io.onnx.OnnxType;
import io.cambric.lax.Lax;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** The elements of tensors as the cases record them, those of rare types in wider ones. */
final class OnnxValues {

  private OnnxValues() {}

  /** Compares type, shape and all elements. */
  static void compare(
      GoldenCase golden, String name, JsonNode expected, OnnxTensor tensor, Check check) {
    check.equal(name + " type", expected.get("onnxType").asString(), tensor.type().name());
    var dims = expected.get("dims").valueStream().mapToInt(JsonNode::intValue).toArray();
    check.equal(name + " dims", Arrays.toString(dims), Arrays.toString(tensor.shape().toArray()));
    if (tensor.type() == OnnxType.STRING) {
      var texts = expected.get("strings").valueStream().map(JsonNode::asString).toList();
      check.equal(name, texts, tensor.strings());
      return;
    }
    check.equal(name + " dtype", expected.get("numpy").asString(), tensor.type().numpyName());
    var key = expected.get("array").asString();
    var recorded = golden.recorded(key);
    if (tensor.type().dtype().isPresent()) {
      var came = Lax.convertElementType(tensor.array(), recorded.dtype());
      check.array(name, recorded, came, Tolerance.EXACT);
    } else {
      check.array(name, recorded, widened(tensor.raw(), recorded), Tolerance.EXACT);
    }
  }

  private static NdArray widened(RawArray raw, NdArray recorded) {
    var buffer = Buffer.allocate(recorded.dtype(), recorded.size());
    var data = raw.data();
    for (int i = 0; i < recorded.size(); i++) {
      buffer.setDouble(i, next(raw.dtype(), data));
    }
    return NdArray.of(new ShapedArray(recorded.shape(), recorded.dtype()), buffer);
  }

  private static double next(String dtype, ByteBuffer data) {
    return switch (dtype) {
      case "complex64" -> data.getFloat();
      case "complex128" -> data.getDouble();
      case "float8_e4m3fn" -> small(data.get(), 3, 7);
      // The upper half of a number with five bits of exponent is that number in f16.
      case "float8_e5m2" -> Float.float16ToFloat((short) (data.get() << Byte.SIZE));
      case "int4", "uint4" -> data.get();
      default -> throw new IllegalArgumentException(dtype);
    };
  }

  /** {@return a number of 8 bits without infinities, whose largest pattern is NaN} */
  private static double small(byte bits, int mantissaBits, int bias) {
    int mantissa = bits & (1 << mantissaBits) - 1;
    int exponent = (bits & 0x7f) >> mantissaBits;
    if ((bits & 0x7f) == 0x7f) {
      return Double.NaN;
    }
    int lead = exponent == 0 ? 0 : 1 << mantissaBits;
    double value =
        Math.scalb((double) (lead + mantissa), Math.max(exponent, 1) - bias - mantissaBits);
    return bits < 0 ? -value : value;
  }
}
