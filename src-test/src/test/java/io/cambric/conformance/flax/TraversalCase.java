package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.nn.optim.ModelParamTraversal;
import io.cambric.nn.optim.Traversal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A case of traversals of one tree. The names of expectations give traversals and numbers; the item
 * that one goes to, which no name gives, is the one that its result shows.
 */
@SuppressWarnings("deprecation")
final class TraversalCase implements CaseRunner {

  private static final Pattern PARAMS =
      Pattern.compile("ModelParamTraversal contains (\\w+): iterate");
  private static final Pattern UPDATE = Pattern.compile("update\\(\\+?(-?\\d+)\\)");

  @Override
  public void run(GoldenCase golden, Check check) {
    var tree = (Map<?, ?>) PlainTree.of(golden.json().get("input"));
    Traversal params = null;
    for (var each : golden.json().get("expected").properties()) {
      var what = each.getKey();
      var expected = PlainTree.of(each.getValue());
      var contained = PARAMS.matcher(what);
      var update = UPDATE.matcher(what);
      Object actual;
      if (contained.matches()) {
        params = new ModelParamTraversal((path, _) -> path.contains(contained.group(1)));
        actual = params.iterate(tree);
      } else if (update.matches() && params != null) {
        long number = Long.parseLong(update.group(1));
        actual = params.update(value -> (Long) value + number, tree);
      } else {
        actual =
            switch (what) {
              case "paths seen" -> visits(tree);
              case "TraverseItem" -> at(shown(tree, List::of, expected)).iterate(tree);
              case "TraverseEach" ->
                  at(shown(tree, TraversalCase::values, expected)).each().iterate(tree);
              case "compose each of item" -> set(tree, expected);
              default -> throw new UnsupportedFeature("expectation:" + what);
            };
      }
      check.equal(what, expected, actual);
    }
  }

  private static Traversal at(String item) {
    return Traversal.identity().item(item);
  }

  /** {@return the name of the item of which a function makes the result} */
  private static String shown(Map<?, ?> tree, UnaryOperator<Object> function, Object result) {
    return tree.entrySet().stream()
        .filter(each -> function.apply(each.getValue()).equals(result))
        .map(each -> each.getKey().toString())
        .findFirst()
        .orElseThrow(() -> new UnsupportedFeature("expectation:no item gives " + result));
  }

  private static Object values(Object value) {
    return value instanceof Map<?, ?> map ? List.copyOf(map.values()) : value;
  }

  /** Sets the item whose value differs in the result. */
  private static Object set(Map<?, ?> tree, Object result) {
    var values = (Map<?, ?>) result;
    for (var each : tree.entrySet()) {
      var value = values.get(each.getKey());
      if (!each.getValue().equals(value)) {
        return at(each.getKey().toString()).set(List.of(value), tree);
      }
    }
    throw new UnsupportedFeature("expectation:no item differs");
  }

  private static List<Object> visits(Object tree) {
    var seen = new ArrayList<Object>();
    new ModelParamTraversal((path, value) -> seen.add(List.of(path, value))).iterate(tree);
    return seen;
  }
}
