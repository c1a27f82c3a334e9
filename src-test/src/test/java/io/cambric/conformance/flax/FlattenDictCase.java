package io.cambric.conformance.flax;

import static io.cambric.tree.TraverseUtil.flattenDict;
import static io.cambric.tree.TraverseUtil.pathAwareMap;
import static io.cambric.tree.TraverseUtil.unflattenDict;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.tree.FlattenDictOptions;
import io.cambric.tree.TraverseUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A case of flat and nested dicts. */
final class FlattenDictCase implements CaseRunner {

  private static final FlattenDictOptions KEEP_EMPTY =
      FlattenDictOptions.DEFAULT.withKeepEmptyNodes(true);

  @Override
  public void run(GoldenCase golden, Check check) {
    var tree = (Map<?, ?>) PlainTree.of(golden.json().get("input"));
    for (var each : golden.json().get("expected").properties()) {
      var expected = PlainTree.of(each.getValue());
      check.equal(each.getKey(), result(expected), actual(each.getKey(), each.getValue(), tree));
    }
  }

  private static Object result(Object expected) {
    return expected instanceof Map<?, ?> map && map.containsKey("result")
        ? map.get("result")
        : expected;
  }

  private static Object actual(String what, JsonNode node, Map<?, ?> tree) {
    return switch (what) {
      case "flatten_dict" -> pairs(flattenDict(tree));
      case "flatten_dict_sep" -> pairs(flattenDict(tree, "/"));
      case "flatten_dict_keep_empty" -> pairs(flattenDict(tree, KEEP_EMPTY));
      case "flatten_dict_keep_empty_sep" -> pairs(flattenDict(tree, ".", KEEP_EMPTY));
      case "flatten_dict_is_leaf" -> {
        var leaf = PlainTree.of(node.get("isLeafPath"));
        yield pairs(
            flattenDict(
                tree, FlattenDictOptions.DEFAULT.withIsLeaf((path, _) -> path.equals(leaf))));
      }
      case "unflatten_roundtrip_keep_empty" -> unflattenDict(flattenDict(tree, KEEP_EMPTY));
      case "unflatten_drops_empty" -> unflattenDict(flattenDict(tree));
      case "unflatten_sep" -> unflattenDict(Map.of("a/b", 1L, "a/c/d", 2L, "e", 3L), "/");
      case "path_aware_map" ->
          pathAwareMap(
              (path, leaf) ->
                  path.stream().map(Object::toString).collect(Collectors.joining("/"))
                      + "="
                      + 2 * (Long) leaf,
              tree);
      default -> throw new UnsupportedFeature("expectation:" + what);
    };
  }

  /** {@return the entries in their order, as lists of two} */
  private static List<Object> pairs(Map<?, ?> flat) {
    var pairs = new ArrayList<Object>();
    flat.forEach((path, value) ->
        pairs.add(List.of(path, value == TraverseUtil.EMPTY_NODE ? "EMPTY_NODE" : value)));
    return pairs;
  }
}
