package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Init and apply of modules whose class is not known, and variables as plain maps. */
final class Linen {

  private Linen() {}

  /** A function of a bound module. */
  interface Body {
    @Nullable Object run(Object module);
  }

  /** {@return the streams of a map from names to seeds} */
  static Rngs rngs(JsonNode seeds) {
    var rngs = Rngs.none();
    for (var each : seeds.properties()) {
      rngs = rngs.stream(each.getKey(), Key.of(each.getValue().longValue()));
    }
    return rngs;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Variables init(Module<?> module, Rngs rngs, ApplyOptions options, Body body) {
    Fn<Object, Object> function = body::run;
    return ((Module) module).init(rngs, options, (Fn) function);
  }

  /** {@return the names of the classes of the modules that an init calls, by path} */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static Map<String, String> modulePaths(Module<?> module, Rngs rngs, Body body) {
    Fn<Object, Object> function = body::run;
    Map<String, Module<?>> modules = ((Module) module).modulePaths(rngs, (Fn) function);
    var classes = new LinkedHashMap<String, String>();
    modules.forEach((path, each) -> classes.put(path, each.getClass().getSimpleName()));
    return classes;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Applied<@Nullable Object> apply(
      Module<?> module, Variables variables, ApplyOptions options, Body body) {
    Fn<Object, Object> function = body::run;
    return ((Module) module).apply(variables, options, (Fn) function);
  }

  /** {@return the filter of a {@code mutable} argument} */
  static CollectionFilter filter(@Nullable JsonNode node) {
    if (node == null || node.isNull()) {
      return CollectionFilter.none();
    }
    if (node.isBoolean()) {
      return node.booleanValue() ? CollectionFilter.all() : CollectionFilter.none();
    }
    if (node.isString()) {
      return CollectionFilter.of(node.stringValue());
    }
    var names = new ArrayList<String>();
    node.forEach(name -> names.add(name.asString()));
    return CollectionFilter.of(names.toArray(String[]::new));
  }

  /** {@return variables as maps of maps, in their order} */
  static Map<String, Object> toMap(Variables variables) {
    var map = new LinkedHashMap<String, Object>();
    variables.collections().forEach((name, values) -> map.put(name, toMap(values)));
    return map;
  }

  /** {@return a collection as maps of maps, in its order} */
  static Map<String, Object> toMap(Params params) {
    var map = new LinkedHashMap<String, Object>();
    params
        .entries()
        .forEach((name, value) -> map.put(name, value instanceof Params p ? toMap(p) : value));
    return map;
  }

  /** {@return variables with the leaves of nested maps put over them} */
  static Variables override(Variables variables, @Nullable Object leaves) {
    if (!(leaves instanceof Map<?, ?> collections)) {
      return variables;
    }
    var result = variables;
    for (var each : collections.entrySet()) {
      var name = (String) each.getKey();
      var kept = result.contains(name) ? result.collection(name) : Params.empty();
      result = result.with(name, override(kept, List.of(), (Map<?, ?>) each.getValue()));
    }
    return result;
  }

  private static Params override(Params params, List<String> path, Map<?, ?> leaves) {
    var result = params;
    for (var each : leaves.entrySet()) {
      var below = new ArrayList<>(path);
      below.add((String) each.getKey());
      result =
          each.getValue() instanceof Map<?, ?> map
              ? override(result, below, map)
              : result.with(below, (NdArray) each.getValue());
    }
    return result;
  }

  /** {@return the cotangents of a case in the dtypes of the outputs they multiply} */
  static List<Array> cotangents(GoldenCase golden, List<Array> outputs) {
    var given = Trees.leaves(golden.tree(golden.json().get("cotangent")));
    var cotangents = new ArrayList<Array>();
    for (int i = 0; i < outputs.size(); i++) {
      cotangents.add(((Array) given.get(i)).astype(outputs.get(i).dtype()));
    }
    return cotangents;
  }

  /** {@return the floating arrays among leaves} */
  static List<Array> floating(List<Object> leaves) {
    var arrays = new ArrayList<Array>();
    for (var leaf : leaves) {
      if (leaf instanceof Array array && array.dtype().isFloating()) {
        arrays.add(array);
      }
    }
    return arrays;
  }
}
