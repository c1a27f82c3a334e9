package io.cambric.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NotYetSupportedTest {

  private final NotYetSupported list = NotYetSupported.of(List.of("# why", "", "fn:a", "fn:b"));

  @Test
  void a_case_that_needs_only_listed_features_is_not_yet_supported() {
    assertThat(list.outcomeOf(Set.of("fn:a", "fn:b")))
        .isEqualTo(new Outcome.NotYetSupported(Set.of("fn:a", "fn:b")));
  }

  @Test
  void a_case_that_needs_an_unlisted_feature_fails_and_names_it() {
    assertThat(list.outcomeOf(Set.of("fn:a", "fn:c")))
        .isEqualTo(
            new Outcome.Failed(
                List.of("needs [fn:c], which neither exists nor is listed as not yet supported")));
  }

  @Test
  void an_unlisted_feature_of_recordings_of_others_counts_by_its_name() {
    var needed = Set.of("dtype:complex64", "family:science/sparse", "fn:c");
    assertThat(list.ofOthers().outcomeOf(needed)).isEqualTo(new Outcome.NotYetSupported(needed));
  }

  @Test
  void counts_end_in_one_line_a_family() {
    var result = new FamilyResult("flax/layers");
    result.add("a", new Outcome.Passed());
    result.add("d", new Outcome.Passed(true));
    result.add("b", new Outcome.Failed(List.of("why")));
    result.add("c", new Outcome.NotYetSupported(Set.of("fn:a")));
    result.add(FamilyResult.of(result.toJson()));

    assertThat(result.line()).isEqualTo("flax/layers: 4 passed, 1 failed, 2 not yet supported");
    assertThat(result.conditioningLine())
        .contains(
            "flax/layers: the results of 2 cases differ by no more than an ulp of their inputs"
                + " moves them");
    assertThat(result.failureLines()).containsExactly("FAILED flax/layers b", "    why");
    assertThat(result.missing()).containsExactly("fn:a");
  }
}
