package io.cambric.io.onnx;

import io.cambric.array.Shape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of {@code Constant} nodes as tensors, without text values. */
final class Constants {

  private Constants() {}

  /** {@return the constants by the name of the node's result} */
  static Map<String, OnnxTensor> of(List<OnnxNode> nodes) {
    var constants = new LinkedHashMap<String, OnnxTensor>();
    for (var node : nodes) {
      if (node.operator().equals("Constant") && node.outputs().size() == 1) {
        var tensor = tensor(node);
        if (tensor != null) {
          constants.put(node.outputs().getFirst(), tensor);
        }
      }
    }
    return Collections.unmodifiableMap(constants);
  }

  /** {@return the value from one of the attributes; null if there is none} */
  private static @Nullable OnnxTensor tensor(OnnxNode node) {
    var attributes = node.attributes();
    if (attributes.get("value") instanceof OnnxTensor tensor) {
      return tensor;
    }
    if (attributes.get("value_float") instanceof Float value) {
      return floats(Shape.scalar(), List.of(value));
    }
    if (attributes.get("value_int") instanceof Long value) {
      return ints(Shape.scalar(), List.of(value));
    }
    if (attributes.get("value_floats") instanceof List<?> values) {
      return floats(Shape.of(values.size()), values);
    }
    if (attributes.get("value_ints") instanceof List<?> values) {
      return ints(Shape.of(values.size()), values);
    }
    return null;
  }

  private static @Nullable OnnxTensor floats(Shape shape, List<?> values) {
    var bytes = bytes(shape, Float.BYTES);
    for (var value : values) {
      if (!(value instanceof Float number)) {
        return null;
      }
      bytes.putFloat(number);
    }
    return new OnnxTensor("", OnnxType.FLOAT, shape, stored(bytes));
  }

  private static @Nullable OnnxTensor ints(Shape shape, List<?> values) {
    var bytes = bytes(shape, Long.BYTES);
    for (var value : values) {
      if (!(value instanceof Long number)) {
        return null;
      }
      bytes.putLong(number);
    }
    return new OnnxTensor("", OnnxType.INT64, shape, stored(bytes));
  }

  private static ByteBuffer bytes(Shape shape, int width) {
    return ByteBuffer.allocate(Math.multiplyExact(shape.size(), width))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Elements stored(ByteBuffer bytes) {
    return new Elements.Stored(MemorySegment.ofBuffer(bytes.flip()));
  }
}
