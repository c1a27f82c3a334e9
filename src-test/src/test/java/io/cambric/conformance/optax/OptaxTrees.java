package io.cambric.conformance.optax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Key;
import io.cambric.optax.base.ChainState;
import io.cambric.optax.wrapper.LookaheadParams;
import io.cambric.optax.wrapper.NamedChainState;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Trees whose arrays are nested lists of numbers, and states of transformations. */
final class OptaxTrees {

  private OptaxTrees() {}

  /** {@return maps of f32 arrays} */
  static Object tree(JsonNode node) {
    if (!node.isObject()) {
      return Numbers.nested(node, DType.F32);
    }
    var map = new LinkedHashMap<String, Object>();
    node.properties().forEach(each -> map.put(each.getKey(), tree(each.getValue())));
    return map;
  }

  /** {@return a tree without the scalar leaf of a nested map} */
  @SuppressWarnings("unchecked")
  static Object withoutScalar(Object tree) {
    var map = new LinkedHashMap<>((Map<String, Object>) tree);
    map.computeIfPresent(
        "c",
        (_, inner) -> {
          var kept = new LinkedHashMap<>((Map<String, Object>) inner);
          kept.remove("s");
          return kept;
        });
    return map;
  }

  /** {@return the tolerance of a case: that of the file, or a wider one of its own} */
  static Tolerance tolerance(JsonNode header, JsonNode json) {
    var general = Tolerance.of(header.get("meta").get("tolerance"));
    return Tolerance.of(general.rtol(), json.path("atol").asDouble(general.atol()));
  }

  /**
   * Compares a state: a record with the fields of the named tuple, in order of the fields; arrays
   * with numbers, whatever the dtype.
   */
  static void compare(
      String what, JsonNode expected, @Nullable Object actual, Tolerance tolerance, Check check) {
    if (expected.path("__type__").asString("").equals("MaskedNode")) {
      // Optax masks a subtree by one node, Cambric each of its leaves.
      check.that(Trees.leaves(actual).isEmpty(), what + ": expected no leaves but was " + actual);
    } else if (expected.isObject() && expected.has("__type__")) {
      compareFields(what, expected, actual, tolerance, check);
    } else if (expected.isNull()) {
      check.that(actual == null, what + ": expected none but was " + actual);
    } else if (actual instanceof Array array) {
      compareArray(what, expected, array, tolerance, check);
    } else if (actual instanceof Key key) {
      compareArray(what, expected, key.data(), tolerance, check);
    } else if (expected.isObject() && actual instanceof Map<?, ?> map) {
      for (var each : expected.properties()) {
        compare(
            what + "/" + each.getKey(), each.getValue(), map.get(each.getKey()), tolerance, check);
      }
    } else if (expected.isObject() && actual instanceof NamedChainState chain) {
      compare(what, expected, chain.states(), tolerance, check);
    } else if (expected.isObject() && actual instanceof LookaheadParams<?>(var fast, var slow)) {
      compare(what, expected, Map.of("fast", fast, "slow", slow), tolerance, check);
    } else if (expected.isArray() && actual instanceof ChainState chain) {
      compare(what, expected, chain.states(), tolerance, check);
    } else if (expected.isArray() && actual instanceof List<?> list) {
      check.equal(what + " length", expected.size(), list.size());
      for (int i = 0; i < Math.min(expected.size(), list.size()); i++) {
        compare(what + "/" + i, expected.get(i), list.get(i), tolerance, check);
      }
    } else {
      check.fail("%s: expected %s but was %s".formatted(what, expected, actual));
    }
  }

  private static void compareArray(
      String what, JsonNode expected, Array array, Tolerance tolerance, Check check) {
    if (expected.isBoolean()) {
      check.equal(what, expected.booleanValue(), array.toBoolean());
      return;
    }
    if (!Numbers.isNumeric(expected)) {
      check.fail("%s: expected %s but was %s".formatted(what, expected, array));
      return;
    }
    var values = array.concrete(what);
    // An empty list leaves the axes that follow open.
    var shape = values.size() == 0 ? values.shape() : null;
    var recorded =
        shape == null
            ? Numbers.nested(expected, values.dtype())
            : NdArray.of(
                new ShapedArray(Shape.of(shape.toArray()), values.dtype()), values.buffer());
    check.array(what, recorded, values, tolerance);
  }

  private static void compareFields(
      String what, JsonNode expected, @Nullable Object actual, Tolerance tolerance, Check check) {
    var fields = expected.properties().stream().filter(each -> !each.getKey().equals("__type__"));
    if (!(actual instanceof Record record)) {
      check.fail(
          "%s: expected %s but was %s"
              .formatted(what, expected.get("__type__").asString(), Objects.toString(actual)));
      return;
    }
    var components = record.getClass().getRecordComponents();
    var list = fields.toList();
    check.equal(what + " number of fields", list.size(), components.length);
    for (int i = 0; i < Math.min(list.size(), components.length); i++) {
      try {
        var accessor = components[i].getAccessor();
        accessor.setAccessible(true);
        compare(
            what + "/" + list.get(i).getKey(),
            list.get(i).getValue(),
            accessor.invoke(record),
            tolerance,
            check);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
