package io.cambric.conformance.format;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A golden case: its description, and the arrays that it names.
 *
 * @param number place in the family, from 0
 */
public record GoldenCase(Family family, int number, JsonNode json) {

  /** The names that dtypes have. */
  private static final Pattern DTYPE = Pattern.compile("complex\\w*|(b?float|u?int)\\d\\w*");

  /** {@return the name for reports} */
  public String id() {
    for (var key : List.of("id", "name")) {
      if (json.has(key)) {
        return json.get(key).asString();
      }
    }
    return json.path("op").asString("case") + "#" + number;
  }

  /** {@return whether the real library ran it in 64-bit mode} */
  public boolean isX64() {
    return family.isX64() || json.path("args").path("x64").asBoolean(false);
  }

  /** {@return whether the real library ran it with the separator between names of random keys} */
  public boolean hasRngSeparator() {
    return json.path("note").asString("").contains("fix_rng_separator = true");
  }

  /** {@return whether a difference counts as a failure} */
  public boolean isBinding() {
    return json.path("binding").asBoolean(true);
  }

  /** {@return a text that the case gives as a string or line by line} */
  public String text(String key) {
    var node = json.get(key);
    return node.isArray()
        ? StreamSupport.stream(node.spliterator(), false)
            .map(JsonNode::asString)
            .collect(Collectors.joining("\n"))
        : node.asString();
  }

  /** {@return whether a node stands for an array} */
  public static boolean isArray(JsonNode node) {
    return node.isObject() && (node.has("ref") || node.has("array")) && node.has("dtype");
  }

  /**
   * {@return the array a node stands for}
   *
   * @throws UnsupportedFeature if Cambric does not have its dtype
   */
  public NdArray array(JsonNode node) {
    var dtype = dtype(node.get("dtype").asString());
    var key = (node.has("ref") ? node.get("ref") : node.get("array")).asString();
    if (node.path("complexAsPair").asBoolean(false)) {
      throw new UnsupportedFeature("dtype:complex64");
    }
    var array = family.arrays().get(key);
    boolean weak = node.path("weak").asBoolean(false);
    return array.withAval(new ShapedArray(array.shape(), dtype, weak));
  }

  /** {@return an array of the family's file, with the dtype that it has there} */
  public NdArray recorded(String key) {
    return family.arrays().get(key);
  }

  /**
   * {@return the dtype of a name of JAX}
   *
   * @throws UnsupportedFeature if Cambric does not have it
   * @throws DTypeException if it is no name of a dtype
   */
  public static DType dtype(String name) {
    try {
      return DType.ofJaxName(name);
    } catch (DTypeException e) {
      if (DTYPE.matcher(name).matches()) {
        throw new UnsupportedFeature("dtype:" + name);
      }
      throw e;
    }
  }

  /** {@return a tree of lists and maps with the arrays, numbers, strings and nulls of a node} */
  public @Nullable Object tree(@Nullable JsonNode node) {
    if (node == null || node.isNull()) {
      return null;
    }
    if (isArray(node)) {
      return array(node);
    }
    return switch (node.getNodeType()) {
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        node.forEach(item -> list.add(tree(item)));
        yield list;
      }
      case OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        node.properties().forEach(each -> map.put(each.getKey(), tree(each.getValue())));
        yield map;
      }
      case STRING -> node.stringValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
      default -> throw new IllegalArgumentException("no value: " + node);
    };
  }
}
