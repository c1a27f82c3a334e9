package io.cambric.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Seeds;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of transformations and the compiler, checked on random programs. */
class RandomProgramsTest {

  private static final CheckCounts COUNTS = new CheckCounts();

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void all_checks_hold(long seed) {
    var failure = CheckRun.of(seed, COUNTS);
    assertThat(failure).as(() -> failure == null ? "" : failure.toText()).isNull();
  }

  @Test
  void one_seed_gives_one_program_and_one_outcome() {
    for (long seed = 0; seed < 20; seed++) {
      assertThat(Sample.of(seed)).hasToString(Sample.of(seed).toString());
    }
  }

  @Test
  void a_program_that_fails_is_shrunk_to_the_steps_that_make_it_fail() {
    var noSines =
        new Check(
            "has no sine",
            (sample, _) -> {
              sample
                  .program()
                  .forEach(operation -> {
                    if (operation.row().equals("sin")) {
                      throw new Comparison.Difference("a sine");
                    }
                  });
              return Check.Outcome.HELD;
            });

    var failure = firstFailure(noSines);

    assertThat(2 * failure.shrunk().program().size()).isLessThan(failure.drawn().program().size());
    assertThat(failure.toText())
        .startsWith(
            "\"has no sine\" does not hold of the program of -Dtests.seed=%d:\na sine"
                .formatted(failure.drawn().seed()))
        .contains("= sin v");
  }

  private static CheckRun.Failure firstFailure(Check check) {
    for (long seed = 0; ; seed++) {
      var failure = CheckRun.of(seed, List.of(check), new CheckCounts(List.of(check)));
      if (failure != null) {
        return failure;
      }
    }
  }

  /** {@code -Dprograms=N} sets how many, {@code -Dthreads=N} on how many threads. */
  @Tag("long")
  @Test
  void all_checks_hold_in_the_long_run_and_every_row_is_drawn_a_thousand_times()
      throws InterruptedException {
    long programs = Long.getLong("programs", 100_000);
    int threads = Integer.getInteger("threads", Runtime.getRuntime().availableProcessors());
    var run = new RandomProgramRun(programs, 1_000_000, threads, System.out);

    run.run();

    assertThat(run.failures()).isEmpty();
    assertThat(run.rare(programs >= 100_000 ? 1000 : 0)).isEmpty();
  }
}
