package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.core.NdArray;
import io.cambric.io.RawArray;
import io.cambric.serialization.ComplexNumber;
import io.cambric.serialization.NumpyScalar;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** State dicts of cases, whose leaves have types, and their texts for a comparison. */
final class StateTree {

  private StateTree() {}

  /** {@return the state dict of a node} */
  static @Nullable Object of(GoldenCase golden, JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (GoldenCase.isArray(node)) {
      return array(golden, node);
    }
    var typed = node.properties().iterator().next();
    var value = typed.getValue();
    return switch (typed.getKey()) {
      case "int" -> integer(new BigInteger(value.stringValue()));
      case "float" -> {
        double number = Numbers.number(value);
        yield hasNumpyFloats(golden)
            ? new NumpyScalar(NdArray.scalar(DType.F64, number))
            : (Object) number;
      }
      case "complex" ->
          new ComplexNumber(Numbers.number(value.get(0)), Numbers.number(value.get(1)));
      case "bytes" -> HexFormat.of().parseHex(value.stringValue());
      case "numpyScalar" -> new NumpyScalar(array(golden, value));
      case "map" -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        value.forEach(entry -> map.put(entry.get(0).stringValue(), of(golden, entry.get(1))));
        yield map;
      }
      case "list" -> {
        var list = new ArrayList<@Nullable Object>();
        value.forEach(element -> list.add(of(golden, element)));
        yield list;
      }
      default -> throw new IllegalArgumentException("no leaf: " + node);
    };
  }

  /** A NumPy scalar of float64 is a float of Python, too, and is described as one. */
  private static boolean hasNumpyFloats(GoldenCase golden) {
    return golden.json().path("note").asString("").equals("NumPy scalars");
  }

  private static Object integer(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static Object array(GoldenCase golden, JsonNode node) {
    if (!node.path("complexAsPair").asBoolean(false)) {
      return golden.array(node);
    }
    var dtype = node.get("dtype").stringValue();
    boolean isLong = dtype.equals("complex128");
    var parts = ((ObjectNode) node).deepCopy();
    parts.remove("complexAsPair");
    parts.put("dtype", isLong ? "float64" : "float32");
    var pairs = golden.array(parts);
    return RawArray.of(dtype, pairs.shape().slice(0, pairs.rank() - 1), bytes(pairs));
  }

  private static byte[] bytes(NdArray array) {
    var bytes =
        ByteBuffer.allocate(array.size() * array.dtype().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    array.buffer().write(bytes, array.offset(), array.size());
    return bytes.array();
  }

  /** {@return a state dict as text, with the order of maps, types, and all bits of arrays} */
  static String text(@Nullable Object state) {
    return switch (state) {
      case NdArray array -> text(array.dtype(), array.shape(), bytes(array));
      case RawArray array -> {
        var bytes = new byte[array.data().remaining()];
        array.data().get(bytes);
        yield text(array.dtype(), array.shape(), bytes);
      }
      case NumpyScalar(var array) -> "scalar " + text(array);
      case byte[] bytes -> "bytes " + HexFormat.of().formatHex(bytes);
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(StateTree::text).collect(Collectors.joining(", ", "[", "]"));
      case null -> "null";
      default -> state.getClass().getSimpleName() + " " + state;
    };
  }

  private static String text(Object dtype, Shape shape, byte[] elements) {
    var name = dtype instanceof DType known ? known.jaxName() : dtype;
    return "%s%s %s".formatted(name, shape, HexFormat.of().formatHex(elements));
  }
}
