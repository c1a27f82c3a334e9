package io.cambric.conformance.flax;

import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.training.DynamicScale;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A case of dynamic scales: gradients of a sum of squares times a factor, step after step. */
final class DynamicScaleCase implements CaseRunner {

  private static final Array WEIGHTS = NdArray.of(Shape.of(2), new float[] {2, -1});

  @Override
  public void run(GoldenCase golden, Check check) {
    var options = golden.json().get("options");
    var scale =
        new DynamicScale()
            .withGrowthInterval(options.get("growth_interval").intValue())
            .withGrowthFactor(number(options.get("growth_factor")))
            .withBackoffFactor(number(options.get("backoff_factor")))
            .withScale(number(options.get("scale")));
    int step = 0;
    for (var row : golden.json().get("expected")) {
      double factor = number(row.get("factor"));
      Fn<Array, Array> loss = w -> w.square().sum().mul(factor);
      var result = scale.valueAndGrad(loss).apply(WEIGHTS);
      scale = result.dynamicScale();
      var at = " of step " + step++;
      check.equal("finite" + at, row.get("finite").booleanValue(), result.finite().toBoolean());
      check.equal("scale" + at, number(row.get("scale")), scale.scale().item());
      check.equal("count" + at, (double) row.get("fin_steps").intValue(), scale.finSteps().item());
      check.equal("loss" + at, number(row.get("aux")), result.aux().item());
      check.equal("gradients" + at, numbers(row.get("grad")), numbers(result.grad()));
    }
  }

  private static double number(JsonNode node) {
    return switch (node.asString()) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> node.doubleValue();
    };
  }

  private static List<Double> numbers(JsonNode nodes) {
    var numbers = new ArrayList<Double>();
    nodes.forEach(node -> numbers.add(number(node)));
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
