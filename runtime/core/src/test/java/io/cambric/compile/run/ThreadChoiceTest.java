package io.cambric.compile.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.compile.run.ThreadChoice.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadChoiceTest {

  private static final int FIRST = 64;
  private static final int COMPARED = 16;

  private final ThreadChoice choice = new ThreadChoice();

  private List<Kind> runs(int count, long shared, long alone) {
    var kinds = new ArrayList<Kind>();
    for (int i = 0; i < count; i++) {
      var kind = choice.next();
      kinds.add(kind);
      if (kind.isTimed()) {
        choice.took(kind, kind.isAlone() ? alone : shared);
      }
    }
    return kinds;
  }

  @Test
  void the_first_runs_use_all_threads_and_then_some_of_both_kinds_are_timed() {
    assertThat(runs(FIRST, 100, 100)).containsOnly(Kind.SHARED);
    assertThat(runs(4, 100, 100))
        .containsExactly(Kind.TIMED_SHARED, Kind.TIMED_ALONE, Kind.TIMED_SHARED, Kind.TIMED_ALONE);
  }

  @Test
  void the_faster_kind_is_used_until_the_next_comparison() {
    runs(FIRST + COMPARED, 200, 100);

    assertThat(runs(2 * FIRST, 100, 200)).containsOnly(Kind.ALONE);
    assertThat(runs(COMPARED, 100, 200)).containsOnly(Kind.TIMED_SHARED, Kind.TIMED_ALONE);
    assertThat(runs(4 * FIRST, 100, 200)).containsOnly(Kind.SHARED);
  }

  @Test
  void a_long_program_uses_all_threads_without_a_comparison() {
    runs(FIRST, 20_000_000, 1);

    assertThat(runs(1, 20_000_000, 1)).containsExactly(Kind.TIMED_SHARED);
    assertThat(runs(2 * FIRST, 20_000_000, 1)).containsOnly(Kind.SHARED);
  }
}
