package io.cambric.conformance.flax;

import static io.cambric.tree.TraverseUtil.flattenDict;
import static io.cambric.tree.TraverseUtil.pathAwareMap;
import static io.cambric.tree.TraverseUtil.unflattenDict;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.tree.FlattenDictOptions;
import io.cambric.tree.TraverseUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A case of flat and nested dicts. */
final class FlattenDictCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());

  /** A path whose first two names have a separator between them. */
  private static final Pattern SEPARATED = Pattern.compile("\\w+?(\\W+)\\w.*");

  /** A function of a path and a leaf, such as {@code '/'.join(path) + '=' + str(2 * leaf)}. */
  private static final Pattern JOINED =
      Pattern.compile("'([^']*)'\\.join\\(path\\) \\+ '([^']*)' \\+ str\\((.*)\\)");

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
      case "flatten_dict_sep" -> pairs(flattenDict(tree, separator(node)));
      case "flatten_dict_keep_empty" -> pairs(flattenDict(tree, KEEP_EMPTY));
      case "flatten_dict_keep_empty_sep" -> pairs(flattenDict(tree, separator(node), KEEP_EMPTY));
      case "flatten_dict_is_leaf" -> {
        var leaf = PlainTree.of(node.get("isLeafPath"));
        yield pairs(
            flattenDict(
                tree, FlattenDictOptions.DEFAULT.withIsLeaf((path, _) -> path.equals(leaf))));
      }
      case "unflatten_roundtrip_keep_empty" -> unflattenDict(flattenDict(tree, KEEP_EMPTY));
      case "unflatten_drops_empty" -> unflattenDict(flattenDict(tree));
      // The case has the result only, so its flat form is what is to be unflattened.
      case "unflatten_sep" -> unflattenDict(flattenDict((Map<?, ?>) PlainTree.of(node), "/"), "/");
      case "path_aware_map" -> mapped(node.get("fn").stringValue(), tree);
      default -> throw new UnsupportedFeature("expectation:" + what);
    };
  }

  /** {@return what stands between the names of a path; they are words} */
  private static String separator(JsonNode pairs) {
    for (var pair : pairs) {
      var names = SEPARATED.matcher(pair.get(0).stringValue());
      if (names.matches()) {
        return names.group(1);
      }
    }
    throw new UnsupportedFeature("expectation:flatten_dict without a separator");
  }

  private static Object mapped(String function, Map<?, ?> tree) {
    var form = JOINED.matcher(function);
    if (!form.matches()) {
      throw new UnsupportedFeature("expectation:path_aware_map " + function);
    }
    return pathAwareMap(
        (path, leaf) ->
            path.stream().map(Object::toString).collect(Collectors.joining(form.group(1)))
                + form.group(2)
                + PYTHON.evaluate(form.group(3), Map.of("leaf", leaf)),
        tree);
  }

  /** {@return the entries in their order, as lists of two} */
  private static List<Object> pairs(Map<?, ?> flat) {
    var pairs = new ArrayList<Object>();
    flat.forEach((path, value) ->
        pairs.add(List.of(path, value == TraverseUtil.EMPTY_NODE ? "EMPTY_NODE" : value)));
    return pairs;
  }
}
