package io.cambric.nn.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.serving.WarmUp.End;
import io.cambric.nn.serving.WarmUp.Times;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models by the times of their runs, on a clock that runs with them alone. */
class WarmingTest {

  private static final ServingOptions OPTIONS =
      ServingOptions.upTo(1).withWarmUp(Duration.ofMinutes(1));

  private long nanos;
  private long compilation;
  private final Map<Integer, Integer> runs = new TreeMap<>();

  private static long micros(long micros) {
    return TimeUnit.MICROSECONDS.toNanos(micros);
  }

  /** The warm-up of a model with the time of each run, which is counted from zero. */
  private WarmUp warmUp(ServingOptions options, int fullRuns, IntToLongFunction time) {
    return new ModelWarmUp(() -> nanos, () -> compilation, fullRuns)
        .run(
            "v1",
            options,
            size -> nanos += time.applyAsLong(runs.merge(size, 1, Integer::sum) - 1),
            () -> false);
  }

  @Test
  void a_model_that_falls_late_is_run_until_its_time_is_level() {
    // The times that a model with loops had: level at first, then in steps until run 1600.
    var reached =
        warmUp(
            OPTIONS,
            ModelWarmUp.FULL_RUNS,
            run -> run < 300 ? micros(53_000) : run < 1600 ? micros(12_000) : micros(2000));

    assertThat(reached.end()).isEqualTo(End.STEADY);
    assertThat(reached.runs()).isBetween(2 * 1600 - 400, 3 * 1600);
    assertThat(reached.times())
        .isEqualTo(Map.of(1, new Times(Duration.ofMillis(53), Duration.ofMillis(2))));
    assertThat(reached.took()).isEqualTo(Duration.ofNanos(nanos));
  }

  @Test
  void a_level_time_before_the_jvm_compiles_is_not_the_end() {
    var reached =
        warmUp(OPTIONS, ModelWarmUp.FULL_RUNS, run -> run < 1700 ? micros(9000) : micros(1000));

    assertThat(reached.times().get(1).reached()).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void a_slow_model_is_level_for_twenty_seconds() {
    var reached = warmUp(OPTIONS, ModelWarmUp.FULL_RUNS, _ -> micros(200_000));

    assertThat(reached.end()).isEqualTo(End.STEADY);
    assertThat(reached.took()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(40));
  }

  @Test
  void a_model_that_is_swapped_in_warm_has_a_few_windows() {
    var reached = warmUp(OPTIONS, 20, _ -> micros(500));

    assertThat(reached.end()).isEqualTo(End.STEADY);
    assertThat(reached.runs()).isEqualTo(32);
  }

  @Test
  void busy_compilers_say_that_a_time_will_fall() {
    var reached =
        warmUp(
            OPTIONS,
            20,
            run -> {
              compilation += run < 700 ? micros(800) : 0;
              return run < 700 ? micros(2000) : micros(500);
            });

    assertThat(reached.end()).isEqualTo(End.STEADY);
    assertThat(reached.times().get(1).reached()).isEqualTo(Duration.ofNanos(500_000));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void noise_around_a_level_time_ends_the_warm_up_and_pauses_do_not_count(long seed) {
    var random = new Random(seed);
    var reached =
        warmUp(
            OPTIONS,
            ModelWarmUp.FULL_RUNS,
            run -> {
              long noise = (long) Math.abs(random.nextGaussian() * micros(200));
              long pause = random.nextInt(50) == 0 ? micros(40_000) : 0;
              return (run < 500 ? micros(20_000) : micros(2000)) + noise + pause;
            });

    assertThat(reached.end()).isEqualTo(End.STEADY);
    assertThat(reached.runs()).isBetween(2000, 6000);
    assertThat(reached.times().get(1).reached())
        .isBetween(Duration.ofNanos(micros(2000)), Duration.ofNanos(micros(2300)));
  }

  @Test
  void every_size_is_run_in_turn_until_the_last_is_level() {
    var options = ServingOptions.upTo(8).withBuckets(1, 4, 8);
    var measured =
        new ModelWarmUp(() -> nanos, () -> compilation, 20)
            .run(
                "v1",
                options,
                size -> {
                  int run = runs.merge(size, 1, Integer::sum) - 1;
                  // The largest is compiled late, which the others do not show.
                  nanos += size == 8 && run < 100 ? micros(50_000) / (1 + run / 20) : micros(size);
                },
                () -> false);

    assertThat(measured.end()).isEqualTo(End.STEADY);
    assertThat(runs).containsOnlyKeys(1, 4, 8);
    assertThat(runs.values()).containsOnly(measured.runs());
    assertThat(measured.times().get(8).reached()).isEqualTo(Duration.ofNanos(micros(8)));
    assertThat(measured.times().get(1).reached()).isEqualTo(Duration.ofNanos(micros(1)));
  }

  @Test
  void the_longest_time_ends_a_model_that_falls_on() {
    var reached = warmUp(OPTIONS, 20, run -> micros(1_000_000 / (1 + run / 8)));

    assertThat(reached.end()).isEqualTo(End.OUT_OF_TIME);
    assertThat(reached.took()).isBetween(Duration.ofMinutes(1), Duration.ofSeconds(61));
  }

  @Test
  void each_size_is_run_once_however_short_the_time() {
    var options = ServingOptions.upTo(4).withWarmUp(Duration.ofNanos(1));

    var reached = warmUp(options, 20, _ -> micros(7));

    assertThat(runs).isEqualTo(Map.of(1, 1, 2, 1, 4, 1));
    assertThat(reached.toText())
        .isEqualTo(
            "0.000 s, 1 runs of each size, out of time; batches of 1 take 0.007 ms (0.007 at"
                + " first), 2 take 0.007 ms (0.007 at first), 4 take 0.007 ms (0.007 at first)");
  }

  @Test
  void a_fixed_number_of_runs_is_done_whatever_their_time() {
    var reached = warmUp(OPTIONS.withWarmRuns(20_000), 20, run -> micros(1 + run));

    assertThat(reached.end()).isEqualTo(End.RUNS_DONE);
    assertThat(reached.runs()).isEqualTo(20_000);
  }

  @Test
  void a_predictor_that_is_closed_ends_the_warm_up() {
    var reached =
        new ModelWarmUp(() -> nanos, () -> compilation, 20)
            .run(
                "v1",
                OPTIONS,
                size -> nanos += micros(runs.merge(size, 1, Integer::sum)),
                () -> runs.getOrDefault(1, 0) == 5);

    assertThat(reached.end()).isEqualTo(End.CLOSED);
    assertThat(reached.runs()).isEqualTo(5);
  }
}
