package io.cambric.conformance.flax;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.module.Module;
import io.cambric.nn.summary.Summary;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A case of the table of a model. */
final class TabulateCase implements CaseRunner {

  /** A named argument of Flax whose value is None; in Java such a one is not given. */
  private static final Pattern NONE =
      Pattern.compile("- (\\S+)( │.*\n)│[^\n]*│ - mask: None[^\n]*\n");

  private static final String FLOPS = "compute_flops";
  private static final String GRADIENT_FLOPS = "compute_vjp_flops";
  private static final int CONSOLE_WIDTH = 160;

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var module = FlaxRunners.ofSource(golden).build(golden.text("module"), json.get("attributes"));
    var options = json.get("options");
    var summary = summary(module, call(json.get("call")));
    requireKnown(options);
    if (options.path(FLOPS).asBoolean(false)) {
      summary = summary.withCosts();
    }
    if (options.path("depth").isNumber()) {
      summary = summary.withDepth(options.get("depth").intValue());
    }
    if (options.path("show_repeated").asBoolean(false)) {
      summary = summary.withRepeatedCalls();
    }
    var expected = NONE.matcher(json.at("/expected/text").stringValue()).replaceAll("$1  $2");
    check.equal("text", expected, summary.toText());
  }

  /** The costs of a call and of its gradients come together; the text is that for 160 columns. */
  private static void requireKnown(JsonNode options) {
    for (var each : options.properties()) {
      var value = each.getValue();
      boolean known =
          switch (each.getKey()) {
            case FLOPS, GRADIENT_FLOPS ->
                options.path(FLOPS).asBoolean(false)
                    == options.path(GRADIENT_FLOPS).asBoolean(false);
            case "depth", "show_repeated" -> true;
            case "console width" -> value.intValue() == CONSOLE_WIDTH;
            case "force_terminal" -> !value.booleanValue();
            default -> false;
          };
      if (!known) {
        throw new UnsupportedFeature("tabulate:%s=%s".formatted(each.getKey(), value));
      }
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a module is known by its name only
  private static Summary summary(Module<?> module, ModuleCall call) {
    var rngs = Rngs.of(Key.of(0)).stream("dropout", Key.of(1));
    return Summary.of((Module) module, rngs, built -> call.on((Module) built));
  }

  private static ModuleCall call(JsonNode arguments) {
    var args = new LinkedHashMap<String, @Nullable Object>();
    arguments.forEach(each -> args.put("x" + args.size(), argument(each)));
    return new ModuleCall("call", args, Map.of());
  }

  private static Object argument(JsonNode node) {
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    List<Integer> dims = new ArrayList<>();
    node.get("shape").forEach(dim -> dims.add(dim.intValue()));
    var shape = Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
    var dtype = GoldenCase.dtype(node.get("dtype").stringValue());
    return NdArray.of(new ShapedArray(shape, dtype), Buffer.allocate(dtype, shape.size()));
  }
}
