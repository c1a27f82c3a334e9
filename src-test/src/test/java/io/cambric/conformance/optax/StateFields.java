package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.optax.base.OptState;
import io.cambric.optax.wrapper.InjectHyperparams;
import io.cambric.optax.wrapper.MultiSteps;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The fields of states after each step, by their names in Optax. */
final class StateFields {

  private StateFields() {}

  /** Compares the fields that a case records for each step. */
  static void compare(
      JsonNode expected, List<Trajectory.Step> steps, Tolerance tolerance, Check check) {
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).isObject()) {
        throw new UnsupportedFeature("expectation:optax.per_step");
      }
      for (var each : expected.get(i).properties()) {
        var value = of(steps.get(i).state(), each.getKey());
        OptaxTrees.compare(
            "step " + (i + 1) + "/" + each.getKey(), each.getValue(), value, tolerance, check);
      }
    }
  }

  private static Object of(OptState state, String name) {
    if (state instanceof InjectHyperparams.State injected
        && injected.hyperparams().containsKey(name)) {
      return injected.hyperparams().get(name);
    }
    if (state instanceof MultiSteps.State steps && name.equals("has_updated")) {
      return steps.hasUpdated();
    }
    var component =
        state instanceof Record record
            ? Arrays.stream(record.getClass().getRecordComponents())
                .filter(each -> each.getName().equals(Builder.camel(name)))
                .findFirst()
            : Optional.<RecordComponent>empty();
    try {
      return component
          .orElseThrow(() -> new UnsupportedFeature("expectation:optax.per_step." + name))
          .getAccessor()
          .invoke(state);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
