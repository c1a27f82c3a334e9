package io.cambric.conformance.optax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.optax.Optax;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LineSearchesTest {

  @Test
  void the_descent_before_a_search_is_the_one_of_the_chain() {
    var optimizer =
        json(
            """
            {"chain": ["sgd(0.5)", "scale_by_backtracking_linesearch"],
             "name": "scale_by_backtracking_linesearch",
             "args": {"max_backtracking_steps": 7, "increase_factor": "inf"}}
            """);

    assertThat(LineSearches.build(optimizer).toString())
        .isEqualTo(
            Optax.chain(
                    Optax.sgd(0.5),
                    Optax.scaleByBacktrackingLinesearch(7)
                        .withIncreaseFactor(Double.POSITIVE_INFINITY))
                .toString());
  }

  @Test
  void an_option_that_no_one_reads_is_a_feature_that_is_missing() {
    var optimizer =
        json(
            """
            {"name": "lbfgs", "linesearch": "scale_by_backtracking_linesearch",
             "args": {"max_backtracking_steps": 7}, "scale_init_precond": false}
            """);

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> LineSearches.build(optimizer))
        .satisfies(e ->
            assertThat(e.features()).containsExactly("transformation:lbfgs.scale_init_precond"));
  }

  private static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }
}
