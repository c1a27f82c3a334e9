package io.cambric.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten steps, of which 2 and 3 run at the same time as 4 to 6. */
class ScheduleTest {

  private final Schedule schedule =
      new Schedule(10, List.of(new Schedule.Region(List.of(2, 4), 7)));

  @Test
  void steps_of_different_sections_are_concurrent() {
    assertThat(schedule.areConcurrent(2, 4)).isTrue();
    assertThat(schedule.areConcurrent(6, 3)).isTrue();
    assertThat(schedule.areConcurrent(2, 3)).isFalse();
    assertThat(schedule.areConcurrent(1, 2)).isFalse();
    assertThat(schedule.areConcurrent(6, 7)).isFalse();
    assertThat(schedule.areConcurrent(1, 1)).isFalse();
  }

  @Test
  void values_of_one_section_overlap_as_their_steps_do() {
    assertThat(schedule.overlap(4, 5, 6, 6)).isFalse();
    assertThat(schedule.overlap(4, 5, 5, 6)).isTrue();
  }

  @Test
  void values_of_different_sections_overlap_always() {
    assertThat(schedule.overlap(2, 3, 4, 5)).isTrue();
  }

  @Test
  void a_value_that_enters_or_leaves_a_section_lives_as_long_as_the_region() {
    assertThat(schedule.overlap(0, 2, 3, 3)).isTrue();
    assertThat(schedule.overlap(0, 2, 6, 8)).isTrue();
    assertThat(schedule.overlap(4, 8, 2, 2)).isTrue();
    assertThat(schedule.overlap(0, 1, 2, 3)).isFalse();
    assertThat(schedule.overlap(4, 6, 7, 8)).isFalse();
  }

  @Test
  void a_value_without_a_last_reader_lives_to_the_end() {
    assertThat(schedule.overlap(1, Integer.MAX_VALUE, 8, 9)).isTrue();
    assertThat(schedule.overlap(5, Integer.MAX_VALUE, 2, 3)).isTrue();
  }
}
