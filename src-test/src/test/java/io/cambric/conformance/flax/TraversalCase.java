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

/** A case of traversals of one tree. The name of an expectation gives the traversal. */
@SuppressWarnings("deprecation")
final class TraversalCase implements CaseRunner {

  private static final Traversal BIASES =
      new ModelParamTraversal((path, _) -> path.contains("bias"));
  private static final Traversal FIRST = Traversal.identity().item("Dense_0");
  private static final Traversal SCALE = Traversal.identity().item("scale");

  private static final Map<String, UnaryOperator<Object>> BY_NAME =
      Map.of(
          "ModelParamTraversal contains bias: iterate", BIASES::iterate,
          "update(+10)", tree -> BIASES.update(value -> (Long) value + 10, tree),
          "paths seen", TraversalCase::visits,
          "TraverseItem", FIRST::iterate,
          "TraverseEach", FIRST.each()::iterate,
          "compose each of item", tree -> SCALE.set(List.of(9L), tree));

  @Override
  public void run(GoldenCase golden, Check check) {
    var tree = PlainTree.of(golden.json().get("input"));
    for (var each : golden.json().get("expected").properties()) {
      var traversal = BY_NAME.get(each.getKey());
      if (traversal == null) {
        throw new UnsupportedFeature("expectation:" + each.getKey());
      }
      check.equal(each.getKey(), PlainTree.of(each.getValue()), traversal.apply(tree));
    }
  }

  private static List<Object> visits(Object tree) {
    var seen = new ArrayList<Object>();
    new ModelParamTraversal((path, value) -> seen.add(List.of(path, value))).iterate(tree);
    return seen;
  }
}
