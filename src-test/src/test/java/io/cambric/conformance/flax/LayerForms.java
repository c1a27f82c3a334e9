package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.nn.Attention;
import io.cambric.nn.BatchApply;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runners of cases of layers with results beyond the standard ones. */
final class LayerForms {

  private static final Interpreter PYTHON = new Interpreter(new Library());

  /** A function of two arrays that applies a dense layer to an expression. */
  private static final Pattern BATCHED =
      Pattern.compile(
          "\\((\\w+), (\\w+)\\) -> Dense\\((\\d+)\\)\\.apply\\(v, (.+)\\),"
              + " v = Dense\\.init\\(key\\((\\d+)\\), ones\\(([\\d,]+)\\)\\)");

  private LayerForms() {}

  /** Attention over a sequence given step by step, and as a whole with a causal mask. */
  static void decoding(GoldenCase golden, ModuleFactory factory, Check check) {
    var json = golden.json();
    var name = json.get("module").asString();
    var attributes = factory.attributes(json.path("attributes"));
    var module = factory.build(name, attributes);
    var call = ModuleCall.of(golden, json.get("call"));
    var argument = call.args().keySet().iterator().next();
    var inputs = (Array) Objects.requireNonNull(call.args().get(argument));
    var expected = json.get("expected");
    var tolerances = FlaxTolerances.of(golden);
    var variables =
        Linen.init(module, Linen.rngs(json.get("rngs").get("init")), ApplyOptions.none(), call::on);
    ModuleRunner.checkVariables(
        "init", golden, expected.get("init"), variables, tolerances.init(), check);
    var params = variables.params();
    for (int i = 0; i < expected.get("steps").size(); i++) {
      var step = expected.get("steps").get(i);
      Array row = inputs.slice(1, i, i + 1);
      var applied =
          Linen.apply(
              module,
              variables,
              ApplyOptions.mutable(CollectionFilter.of("cache")),
              call.withArgs(Map.of(argument, row))::on);
      check.tree(
          "output of step " + i,
          golden.tree(step.get("output")),
          applied.output(),
          tolerances.forward());
      check.tree(
          "cache after step " + i,
          golden.tree(step.get("cache")),
          Linen.toMap(applied.variables()).get("cache"),
          tolerances.forward());
      variables = applied.variables().withParams(params);
    }
    if (expected.has("causalFull")) {
      var whole = new LinkedHashMap<String, @Nullable Object>(attributes);
      whole.remove("decode");
      check.tree(
          "causalFull",
          golden.tree(expected.get("causalFull")),
          causal(factory.build(name, whole), call, inputs, Variables.of(params)),
          tolerances.forward());
    }
  }

  private static @Nullable Object causal(
      Module<?> module, ModuleCall call, Array inputs, Variables variables) {
    var mask = Attention.makeCausalMask(Numpy.zeros(inputs.dim(0), inputs.dim(1)));
    var masked = call.withKwargs(Map.of("mask", mask));
    return Linen.apply(module, variables, ApplyOptions.none(), masked::on).output();
  }

  /** A function that is written as text, over merged axes. */
  static void batchApply(GoldenCase golden, ModuleFactory factory, Check check) {
    var json = golden.json();
    var text = BATCHED.matcher(json.get("attributes").get("f").asString());
    if (!text.matches()) {
      throw new UnsupportedFeature("function:" + json.get("attributes").get("f").asString());
    }
    var dense = Dense.of(Integer.parseInt(text.group(3)));
    var sizes = Arrays.stream(text.group(6).split(",")).mapToInt(Integer::parseInt).toArray();
    var variables = dense.init(Key.of(Long.parseLong(text.group(5))), Numpy.ones(sizes));
    var expected = json.get("expected");
    var tolerances = FlaxTolerances.of(golden);
    ModuleRunner.checkVariables(
        "variables", golden, expected.get("variables"), variables, tolerances.init(), check);
    var args = List.copyOf(ModuleCall.of(golden, json.get("call")).args().values());
    var output =
        BatchApply.of(
                (Array a, Array b) ->
                    dense.apply(
                        variables,
                        (Array)
                            Objects.requireNonNull(
                                PYTHON.evaluate(
                                    text.group(4), Map.of(text.group(1), a, text.group(2), b)))),
                json.get("attributes").path("num_dims").asInt(2))
            .apply((Array) args.get(0), (Array) args.get(1));
    check.tree("output", golden.tree(expected.get("output")), output, tolerances.forward());
  }
}
