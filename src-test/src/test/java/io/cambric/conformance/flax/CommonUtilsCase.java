package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.jaxutils.CommonUtils;
import io.cambric.tree.Trees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A case of common utilities; each expected value has the call that gave it as its name. */
final class CommonUtilsCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final PyFunction ONEHOT = CommonUtilsCase::onehot;
  private static final PyFunction STACK_FOREST = CommonUtilsCase::stackForest;

  @Override
  public void run(GoldenCase golden, Check check) {
    var variables = new HashMap<String, Object>();
    variables.put("onehot", ONEHOT);
    variables.put("stack_forest", STACK_FOREST);
    golden
        .json()
        .path("call")
        .properties()
        .forEach(each ->
            variables.put(each.getKey(), Objects.requireNonNull(golden.tree(each.getValue()))));
    for (var each : golden.json().get("expected").properties()) {
      // Keys of dicts have no quotes in these texts.
      var text = each.getKey().replaceAll("([{,]\\s*)(\\w+):", "$1'$2':");
      check.tree(
          each.getKey(),
          golden.tree(each.getValue()),
          PYTHON.evaluate(text, variables),
          Tolerance.EXACT);
    }
  }

  private static Object onehot(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var labels = (Array) Objects.requireNonNull(args.get(0));
    int classes = ((Number) Objects.requireNonNull(args.get(1))).intValue();
    if (kwargs.isEmpty() && args.size() == 2) {
      return CommonUtils.onehot(labels, classes);
    }
    return CommonUtils.onehot(
        labels,
        classes,
        number(args, 2, kwargs, "on_value", 1),
        number(args, 3, kwargs, "off_value", 0));
  }

  private static double number(
      List<@Nullable Object> args,
      int position,
      Map<String, @Nullable Object> kwargs,
      String name,
      double otherwise) {
    var given = position < args.size() ? args.get(position) : kwargs.get(name);
    return given instanceof Number number ? number.doubleValue() : otherwise;
  }

  /** Numbers in the text stand for f32 scalars. */
  private static Object stackForest(
      List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    List<?> forest = (List<?>) Objects.requireNonNull(args.get(0));
    return CommonUtils.<Object>stackForest(
        forest.stream()
            .map(tree ->
                Trees.<Object, Number>map(
                    Objects.requireNonNull(tree),
                    leaf -> NdArray.scalar(DType.F32, leaf.doubleValue())))
            .toList());
  }
}
