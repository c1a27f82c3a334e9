package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.library.Arguments;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Table;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.jaxutils.CommonUtils;
import io.cambric.tree.Trees;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;

/** A case of common utilities; each expected value has the call that gave it as its name. */
final class CommonUtilsCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final Table FUNCTIONS = functions();

  private static Table functions() {
    var table = new Table();
    table.put(
        "onehot(labels, num_classes, on_value, off_value)",
        a ->
            CommonUtils.onehot(
                a.array("labels"),
                a.integer("num_classes"),
                a.number("on_value", 1),
                a.number("off_value", 0)));
    table.put("stack_forest(forest)", a -> CommonUtils.<Object>stackForest(trees(a, "forest")));
    table.put(
        "get_metrics(device_metrics)",
        a -> CommonUtils.<Object>getMetrics(trees(a, "device_metrics")));
    return table;
  }

  /** Numbers in the text stand for f32 scalars. */
  private static List<Object> trees(Arguments arguments, String name) {
    return arguments.list(name).stream()
        .map(tree ->
            Trees.<Object, Object>map(
                Objects.requireNonNull(tree),
                leaf ->
                    leaf instanceof Array array
                        ? array
                        : NdArray.scalar(DType.F32, ((Number) leaf).doubleValue())))
        .toList();
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var variables = new HashMap<String, Object>(FUNCTIONS.functions());
    golden
        .json()
        .path("call")
        .properties()
        .forEach(each ->
            variables.put(each.getKey(), Objects.requireNonNull(golden.tree(each.getValue()))));
    for (var each : golden.json().get("expected").properties()) {
      check.tree(
          each.getKey(),
          golden.tree(each.getValue()),
          PYTHON.evaluate(PlainTree.quoted(each.getKey()), variables),
          Tolerance.EXACT);
    }
  }
}
