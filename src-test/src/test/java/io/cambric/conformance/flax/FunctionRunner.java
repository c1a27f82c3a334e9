package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.FreeNames;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Conditioning;
import io.cambric.core.Array;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runner of cases of a function of {@code flax.linen}, with its value and gradients. */
final class FunctionRunner implements CaseRunner {

  private static final Map<String, @Nullable Object> CONSTANTS = constants();

  private final Library library = new Library();
  private final Interpreter interpreter = new Interpreter(library);

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var inputs = ModuleCall.of(golden, json.get("call")).args();
    var variables = new LinkedHashMap<String, @Nullable Object>(inputs);
    var call = call(golden, inputs, variables);
    var missing = library.missing(FreeNames.ofExpression(call, variables.keySet()));
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    var tolerances = FlaxTolerances.of(golden);
    var expected = json.get("expected");
    var output = interpreter.evaluate(call, variables);
    check.tree("output", golden.tree(expected.get("output")), output, tolerances.forward());
    if (expected.has("argGrads")) {
      Fn<Map<String, @Nullable Object>, List<Array>> function =
          some -> {
            var all = new LinkedHashMap<>(variables);
            all.putAll(some);
            return Linen.floating(Trees.leaves(interpreter.evaluate(call, all)));
          };
      var recorded = (Map<?, ?>) golden.tree(expected.get("argGrads"));
      var point = new LinkedHashMap<>(inputs);
      point.keySet().retainAll(recorded.keySet());
      Conditioning.check(
          (move, attempt) -> {
            var vjp = Transforms.vjp(function, Trees.map(point, move::apply));
            var gradients = vjp.pullback().apply(Linen.cotangents(golden, vjp.output()));
            attempt.tree("argGrads", recorded, gradients, tolerances.gradient());
          },
          check);
    }
  }

  private static Map<String, @Nullable Object> constants() {
    var constants = new LinkedHashMap<String, @Nullable Object>();
    constants.put("true", true);
    constants.put("false", false);
    constants.put("null", null);
    return constants;
  }

  /** {@return the call as Python text; options become variables} */
  private static String call(
      GoldenCase golden,
      Map<String, @Nullable Object> inputs,
      Map<String, @Nullable Object> variables) {
    var function = golden.text("function");
    if (function.contains("(")) {
      // The text after the call is a remark; JSON's words for constants occur in it.
      CONSTANTS.forEach(variables::put);
      inputs.forEach((name, value) -> variables.putIfAbsent(name.substring(0, 1), value));
      return "nn." + function.substring(0, function.lastIndexOf(')') + 1);
    }
    var arguments = new ArrayList<String>();
    for (var name : inputs.keySet()) {
      arguments.add(arguments.isEmpty() ? name : name + "=" + name);
    }
    for (var option : golden.json().path("options").properties()) {
      var name = "option_" + option.getKey();
      variables.put(name, golden.tree(option.getValue()));
      arguments.add(option.getKey() + "=" + name);
    }
    return "nn.%s(%s)".formatted(function, String.join(", ", arguments));
  }
}
