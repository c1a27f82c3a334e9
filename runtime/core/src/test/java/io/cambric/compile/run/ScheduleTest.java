package io.cambric.compile.run;

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
  void a_step_of_a_section_may_run_at_the_time_of_any_step_of_its_region() {
    assertThat(schedule.start(5)).isEqualTo(2);
    assertThat(schedule.end(2)).isEqualTo(6);
    assertThat(schedule.start(7)).isEqualTo(7);
    assertThat(schedule.end(1)).isEqualTo(1);
  }

  @Test
  void a_value_without_a_last_reader_lives_to_the_last_step() {
    assertThat(schedule.end(Integer.MAX_VALUE)).isEqualTo(9);
  }

  @Test
  void sections_have_a_first_and_a_last_step() {
    assertThat(schedule.areInOneSection(4, 6)).isTrue();
    assertThat(schedule.areInOneSection(3, 4)).isFalse();
    assertThat(schedule.areInOneSection(0, 1)).isFalse();
    assertThat(schedule.firstOfSection(5)).isEqualTo(4);
    assertThat(schedule.lastOfSection(5)).isEqualTo(6);
  }
}
