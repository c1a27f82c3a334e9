package io.cambric.conformance.flax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions and arguments of utilities, which the case names. */
class UtilityRunnerTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Flax 0.12.8: the loss, the weights and the options are of the case.
        """
        "group": "dynamic_scale", "options": {"scale": 8.0, "growth_interval": 1, "growth_factor": 4.0},
        "note": "value_and_grad of sum(w^3)*factor at w=[1,-3], step after step", "expected": [
          {"factor": 1.0, "finite": true, "scale": 8.0, "fin_steps": 1, "aux": -26.0, "grad": [3.0, 27.0]},
          {"factor": 2.0, "finite": true, "scale": 32.0, "fin_steps": 0, "aux": -52.0, "grad": [6.0, 54.0]}]
        """,
        """
        "group": "lr_schedule", "note": "constant(base, 2, warmup_length=2); base=4e-1",
        "steps": [0, 1, 4], "expected": {"constant": [0.0, 0.1, 0.4]}
        """,
        """
        "group": "struct",
        "note": "struct dataclass P(x, y, tag static); value P(-4.5, {q: 3.0}, 'v'); tree_map multiplies leaves by 2",
        "expected": {"leaves": [-4.5, 3.0], "mapped": [-9.0, {"q": 6.0}, "v"], "replace(tag='k')": [-4.5, "k"],
          "state_dict": {"x": -4.5, "y": {"q": 3.0}}, "sameStructureOtherTag": false}
        """,
        """
        "group": "traversal", "input": {"A": {"w": 1}, "B": {"w": 3}, "t": 5}, "expected": {
          "ModelParamTraversal contains w: iterate": [1, 3],
          "update(-7)": {"A": {"w": -6}, "B": {"w": -4}, "t": 5},
          "TraverseItem": [{"w": 3}], "TraverseEach": [3], "compose each of item": {"A": {"w": 1}, "B": {"w": 3}, "t": 8}}
        """,
        """
        "group": "common_utils", "call": {},
        "expected": {"onehot(1, num_classes=2, off_value=-3.0)[0]": -3.0, "stack_forest([{q:2},{q:5}])['q'][1]": 5.0}
        """
      })
  void a_case_with_other_arguments_and_functions_passes(String content) throws IOException {
    assertThat(differences(content)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        utility:dynamic_scale.axis | "group": "dynamic_scale", "options": {"axis": "x"},
        "note": "value_and_grad of sum(w) at w=[1]", "expected": []
        """,
        """
        fn:linear | "group": "lr_schedule", "note": "linear(0.1)", "steps": [], "expected": {"linear": []}
        """,
        """
        schedule:cosine | "group": "lr_schedule", "note": "constant(0.1, 1)", "steps": [], "expected": {"cosine": []}
        """,
        """
        param:constant.power | "group": "lr_schedule", "note": "constant(0.1, 1, power=2)", "steps": [],
        "expected": {"constant": []}
        """,
        """
        fn:unstack | "group": "common_utils", "call": {}, "expected": {"unstack(3)": 1}
        """,
        """
        param:onehot.axis | "group": "common_utils", "call": {}, "expected": {"onehot(1, 2, axis=0)": 1}
        """,
        """
        utility:early_stopping.best_metric | "group": "early_stopping",
        "expected": [{"min_delta": 0, "patience": 0, "best_metric": 3, "rows": []}]
        """,
        """
        expectation:iterate | "group": "traversal", "input": {}, "expected": {"iterate": []}
        """,
        """
        utility:pairs | "group": "pairs"
        """
      })
  void a_function_or_option_that_is_not_known_is_a_feature_that_is_missing(String row) {
    var parts = row.split(" \\| ", 2);

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> differences(parts[1]))
        .satisfies(e -> assertThat(e.features()).containsExactly(parts[0].strip()));
  }

  @Test
  void a_value_that_another_function_gave_is_a_difference() throws IOException {
    var content =
        """
        "group": "dynamic_scale", "options": {"scale": 1.0},
        "note": "value_and_grad of sum(w)*factor at w=[2]", "expected": [
          {"factor": 1.0, "finite": true, "scale": 1.0, "fin_steps": 1, "aux": 4.0, "grad": [4.0]}]
        """;

    assertThat(differences(content))
        .containsExactly(
            "loss of step 0: expected 4.0 but was 2.0",
            "gradients of step 0: expected [4.0] but was [1.0]");
  }

  private List<String> differences(String content) throws IOException {
    Files.writeString(
        folder.resolve("utilities.json"), "{\"cases\": [{\"id\": \"a\", %s}]}".formatted(content));
    var check = new Check();
    new UtilityRunner().run(GoldenFolder.families(folder).getFirst().cases().getFirst(), check);
    return check.differences();
  }
}
