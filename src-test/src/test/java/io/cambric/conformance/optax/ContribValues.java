package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.optax.contrib.InitialStep;
import io.cambric.optax.contrib.NewtonSchulzCoefficients;
import io.cambric.optax.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Hyperparameters of contributed optimisers that Python writes as tuples, strings or functions. */
final class ContribValues {

  private ContribValues() {}

  /** {@return the hyperparameters with two numbers in place of the pair {@code betas}} */
  static Map<String, JsonNode> separated(Map<String, JsonNode> described) {
    var separated = new LinkedHashMap<>(described);
    var betas = separated.remove("betas");
    if (betas != null) {
      separated.put("beta1", betas.get(0));
      separated.put("beta2", betas.get(1));
    }
    return separated;
  }

  /** {@return the value of a hyperparameter, if it is one of these} */
  static Optional<Object> of(String name, JsonNode node) {
    return switch (name) {
      case "init_step" -> Optional.of(initialStep(node));
      case "ns_coeffs" -> Optional.of(coefficients(node));
      case "clip_value_fn" -> Optional.of(clip(node.get("callable").stringValue()));
      default -> Optional.empty();
    };
  }

  private static InitialStep initialStep(JsonNode node) {
    double value = node.get(1).doubleValue();
    return switch (node.get(0).stringValue()) {
      case "distance" -> InitialStep.distance(value);
      case "learning_rate" -> InitialStep.learningRate(value);
      default -> InitialStep.heuristic(value);
    };
  }

  /** {@return the coefficients of a name or of a triple} */
  static NewtonSchulzCoefficients coefficients(JsonNode node) {
    if (node.isString()) {
      return node.stringValue().equals("dion")
          ? NewtonSchulzCoefficients.DION
          : NewtonSchulzCoefficients.STANDARD;
    }
    return NewtonSchulzCoefficients.of(
        node.get(0).doubleValue(), node.get(1).doubleValue(), node.get(2).doubleValue());
  }

  private static Schedule clip(String function) {
    if (!function.equals("count -> count ** 0.5")) {
      throw new UnsupportedFeature("callable:" + function);
    }
    return count -> count.pow(0.5);
  }
}
