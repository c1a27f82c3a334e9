package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.training.DynamicScale;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A case of dynamic scales: gradients of a loss times a factor, step after step. The note gives the
 * loss and the weights.
 */
final class DynamicScaleCase implements CaseRunner {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final Pattern NOTE =
      Pattern.compile("value_and_grad of (.+) at (\\w+)\\s*=\\s*(\\[[^\\[\\]]*\\]).*");

  @Override
  public void run(GoldenCase golden, Check check) {
    var note = NOTE.matcher(golden.text("note"));
    if (!note.matches()) {
      throw new UnsupportedFeature("utility:dynamic_scale: " + golden.text("note"));
    }
    var weights = Numbers.nested(JSON.readTree(note.group(3)), DType.F32);
    // Powers and functions are written as in mathematics.
    var formula = note.group(1).replace("^", "**").replaceAll("\\b(\\w+)\\(", "jnp.$1(");
    var scale = scale(golden.json().get("options"));
    int step = 0;
    for (var row : golden.json().get("expected")) {
      double factor = Numbers.number(row.get("factor"));
      Fn<Array, Array> loss =
          w ->
              (Array)
                  Objects.requireNonNull(
                      PYTHON.evaluate(formula, Map.of(note.group(2), w, "factor", factor)));
      var result = scale.valueAndGrad(loss).apply(weights);
      scale = result.dynamicScale();
      var at = " of step " + step++;
      check.equal("finite" + at, row.get("finite").booleanValue(), result.finite().toBoolean());
      check.equal("scale" + at, Numbers.number(row.get("scale")), scale.scale().item());
      check.equal("count" + at, (double) row.get("fin_steps").intValue(), scale.finSteps().item());
      check.equal("loss" + at, Numbers.number(row.get("aux")), result.aux().item());
      check.equal("gradients" + at, numbers(row.get("grad")), numbers(result.grad()));
    }
  }

  private static DynamicScale scale(JsonNode options) {
    var scale = new DynamicScale();
    for (var each : options.properties()) {
      var value = each.getValue();
      scale =
          switch (each.getKey()) {
            case "growth_interval" -> scale.withGrowthInterval(value.intValue());
            case "growth_factor" -> scale.withGrowthFactor(Numbers.number(value));
            case "backoff_factor" -> scale.withBackoffFactor(Numbers.number(value));
            case "scale" -> scale.withScale(Numbers.number(value));
            case "fin_steps" -> scale.withFinSteps(NdArray.scalar(DType.I32, value.intValue()));
            case "minimum_scale" ->
                scale.withMinimumScale(value.isNull() ? null : Numbers.number(value));
            default -> throw new UnsupportedFeature("utility:dynamic_scale." + each.getKey());
          };
    }
    return scale;
  }

  private static List<Double> numbers(JsonNode nodes) {
    var numbers = new ArrayList<Double>();
    nodes.forEach(node -> numbers.add(Numbers.number(node)));
    return numbers;
  }

  private static List<Double> numbers(Array array) {
    var numbers = new ArrayList<Double>();
    for (float value : array.toFloats()) {
      numbers.add((double) value);
    }
    return numbers;
  }
}
