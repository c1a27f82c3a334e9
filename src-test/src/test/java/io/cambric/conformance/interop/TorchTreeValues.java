package io.cambric.conformance.interop;

import io.cambric.array.DType;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.frameworks.torch.TorchFile;
import io.cambric.frameworks.torch.TorchShards;
import io.cambric.frameworks.torch.TorchTensor;
import io.cambric.io.WeightFile;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.serialization.ComplexNumber;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The plain values and tensors of a file as its case describes them. */
final class TorchTreeValues {

  private static final Set<String> DICTIONARIES =
      Set.of("dict", "orderedDict", "defaultDict", "counter");

  private final TorchFile file;
  private final SafeTensors arrays;
  private final Check check;
  private final Map<String, TorchTensor> byKey = new HashMap<>();

  TorchTreeValues(TorchFile file, SafeTensors arrays, Check check) {
    this.file = file;
    this.arrays = arrays;
    this.check = check;
  }

  void compare(JsonNode tree) {
    compare("tree", tree, file.tree());
    check.equal("tensors", arrays.arrays().size(), file.names().size());
    check.equal("entries", List.copyOf(file.names()), names(file));
  }

  private static List<String> names(TorchFile file) {
    return file.entries().stream().map(entry -> entry.name()).toList();
  }

  private void compare(String path, JsonNode node, @Nullable Object read) {
    var kind = node.propertyNames().iterator().next();
    var content = node.get(kind);
    if (DICTIONARIES.contains(kind)) {
      compareMap(path, content, read);
    } else if (kind.equals("list") || kind.equals("tuple")) {
      compareList(path, content, read);
    } else if (kind.equals("tensor") || kind.equals("ndarray")) {
      compareTensor(path, node, content.asString(), read);
    } else {
      check.equal(path, plain(node), read);
    }
  }

  private void compareMap(String path, JsonNode pairs, @Nullable Object read) {
    if (!(read instanceof Map<?, ?> map)) {
      check.fail(path + " is " + read);
      return;
    }
    var keys = new ArrayList<@Nullable Object>();
    for (var pair : pairs) {
      var key = plain(pair.get(0));
      keys.add(key);
      compare(path + "/" + key, pair.get(1), map.get(key));
    }
    check.equal(path + " keys", keys, new ArrayList<>(map.keySet()));
  }

  private void compareList(String path, JsonNode items, @Nullable Object read) {
    if (!(read instanceof List<?> list) || list.size() != items.size()) {
      check.fail(path + " is " + read);
      return;
    }
    for (int i = 0; i < items.size(); i++) {
      compare(path + "/" + i, items.get(i), list.get(i));
    }
  }

  /** {@return a value without tensors} */
  private static @Nullable Object plain(JsonNode node) {
    var kind = node.propertyNames().iterator().next();
    var content = node.get(kind);
    return switch (kind) {
      case "str", "torchDevice" -> content.asString();
      case "int" -> whole(content);
      case "float" -> number(content);
      case "bool" -> content.asBoolean();
      case "none" -> null;
      case "bytes" -> ByteBuffer.wrap(HexFormat.of().parseHex(content.asString()));
      case "complex" ->
          new ComplexNumber(content.get(0).doubleValue(), content.get(1).doubleValue());
      case "torchDtype" -> "torch." + content.asString();
      case "numpyScalar" ->
          content.isBoolean()
              ? (Object) content.booleanValue()
              : node.get("dtype").asString().contains("int") ? whole(content) : number(content);
      case "size" -> content.valueStream().map(TorchTreeValues::whole).toList();
      case "list", "tuple" -> content.valueStream().map(TorchTreeValues::plain).toList();
      case "set" -> {
        var set = new LinkedHashSet<@Nullable Object>();
        content.forEach(item -> set.add(plain(item)));
        yield set;
      }
      default -> throw new IllegalArgumentException("no value: " + kind);
    };
  }

  private static Object whole(JsonNode node) {
    var value = new BigInteger(node.asString());
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static double number(JsonNode node) {
    return switch (node.asString()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(node.asString());
    };
  }

  private void compareTensor(String path, JsonNode node, String key, @Nullable Object read) {
    if (!(read instanceof TorchTensor tensor)) {
      check.fail(path + " is " + read);
      return;
    }
    byKey.put(key, tensor);
    check.equal(path + " dtype", node.get("dtype").asString(), tensor.dtype());
    check.equal(path + " sizes", longs(node.get("shape")), tensor.sizes());
    if (node.has("stride")) {
      check.equal(path + " strides", longs(node.get("stride")), tensor.strides());
      check.equal(path + " offset", node.get("offset").longValue(), tensor.offset());
      check.equal(path, node.path("parameter").asBoolean(false), tensor.isParameter());
      check.equal(path, node.path("requiresGrad").asBoolean(false), tensor.requiresGrad());
    }
    if (node.has("sharesStorageWith")) {
      var other = byKey.get(node.get("sharesStorageWith").asString());
      check.that(tensor.sharesStorageWith(other), path + " has a storage of its own");
    }
    compare(name(tensor), file, arrays.get(key), check);
  }

  private static List<Long> longs(JsonNode list) {
    return list.valueStream().map(JsonNode::longValue).toList();
  }

  private String name(TorchTensor tensor) {
    return file.names().stream()
        .filter(name -> file.tensor(name) == tensor)
        .findFirst()
        .orElseThrow();
  }

  /** Compares the elements of a tensor, and its bytes. */
  static void compare(String name, WeightFile file, NdArray expected, Check check) {
    var raw = file instanceof TorchFile one ? one.raw(name) : ((TorchShards) file).raw(name);
    var buffer = expected.buffer();
    var bytes =
        ByteBuffer.allocate(buffer.length() * buffer.dtype().bytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    buffer.write(bytes, 0, buffer.length());
    check.equal(name + " bytes", bytes.flip(), raw.data());
    boolean computable =
        List.of(DType.values()).stream().anyMatch(dtype -> dtype.jaxName().equals(raw.dtype()));
    if (computable) {
      check.array(name, expected, file.get(name), Tolerance.EXACT);
    }
  }
}
