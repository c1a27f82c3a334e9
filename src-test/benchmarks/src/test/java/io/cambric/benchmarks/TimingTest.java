package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimingTest {

  @Test
  void work_that_grows_faster_is_timed_at_its_final_speed() {
    var runs = new AtomicInteger();
    // Faster and faster for 300 runs, which take longer than the time to measure for.
    var timing =
        Timing.of(() -> pause(Math.max(200_000, 1_400_000 - 4_000 * runs.get()), runs), 0.05);

    assertThat(timing.median()).isBetween(0.2e-3, 0.5e-3);
    assertThat(runs.get()).isGreaterThan(300);
  }

  @Test
  void without_time_there_are_five_runs_and_no_warm_up() {
    var runs = new AtomicInteger();

    assertThat(Timing.of(runs::incrementAndGet, 0).sorted()).hasSize(5).isSorted();
    assertThat(runs).hasValue(5);
  }

  private static void pause(long nanos, AtomicInteger runs) {
    runs.incrementAndGet();
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
