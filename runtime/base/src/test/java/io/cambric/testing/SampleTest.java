package io.cambric.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SampleTest {

  private static final List<Integer> CASES = IntStream.range(0, 1000).boxed().toList();

  private final String before = System.getProperty("tests.exhaustive", "false");

  @AfterEach
  void as_before() {
    System.setProperty("tests.exhaustive", before);
  }

  @Test
  void a_sample_has_a_part_of_the_cases_in_order() {
    System.setProperty("tests.exhaustive", "false");
    assertThat(Sample.of("cases", CASES)).hasSize(200).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void a_sample_of_one_family_is_the_same_throughout_a_build() {
    System.setProperty("tests.exhaustive", "false");
    assertThat(Sample.of("cases", CASES))
        .containsExactlyElementsOf(Sample.of("cases", CASES).toList());
    assertThat(Sample.of("cases", CASES).toList())
        .isNotEqualTo(Sample.of("others", CASES).toList());
  }

  @Test
  void a_small_family_is_taken_whole() {
    System.setProperty("tests.exhaustive", "false");
    assertThat(Sample.of("few", CASES.subList(0, 8))).hasSize(8);
    assertThat(Sample.of("more", CASES.subList(0, 9))).hasSize(8);
  }

  @Test
  void an_exhaustive_build_takes_all() {
    System.setProperty("tests.exhaustive", "true");
    assertThat(Sample.of("cases", CASES)).hasSize(1000);
    assertThat(Sample.of(1000)).isEqualTo(1000);
  }

  @Test
  void a_class_that_is_sampled_runs_by_chance_and_in_an_exhaustive_build_always() {
    System.setProperty("tests.exhaustive", "false");
    assertThat(CASES).filteredOn(number -> Sample.has("class" + number)).hasSizeBetween(100, 300);
    System.setProperty("tests.exhaustive", "true");
    assertThat(CASES).allMatch(number -> Sample.has("class" + number));
  }
}
