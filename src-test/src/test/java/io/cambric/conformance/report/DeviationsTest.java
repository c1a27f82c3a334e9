package io.cambric.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviationsTest {

  @Test
  void a_deviation_is_what_stands_before_its_reason() {
    var list = Deviations.of(List.of("# what", "", "raises:type error: x | because"));

    assertThat(list.has("raises:type error: x")).isTrue();
    assertThat(list.has("raises:type error")).isFalse();
  }

  @Test
  void a_deviation_without_a_reason_is_refused() {
    assertThatThrownBy(() -> Deviations.of(List.of("raises:x | ")))
        .hasMessage("a deviation needs a reason: raises:x | ");
  }

  @Test
  void a_case_that_shows_a_listed_deviation_is_not_yet_supported() {
    var shown = Set.of("raises:type error: non-array return");

    assertThat(NotYetSupported.load().outcomeOf(shown))
        .isEqualTo(new Outcome.NotYetSupported(shown));
  }
}
