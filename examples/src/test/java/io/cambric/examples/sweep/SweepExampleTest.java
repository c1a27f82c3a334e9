package io.cambric.examples.sweep;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.examples.console.CommandRun;
import io.cambric.numpy.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepExampleTest {

  private static final SweepExample.Sweep SWEEP = SweepExample.Sweep.of(16, 20);

  /** Computed by Flax and Optax with the same keys, rows for keys and columns for rates. */
  private static final double[][] FIRST = {{2.4721665, 2.4721665}, {2.2666535, 2.2666535}};

  private static final double[][] LAST = {{2.244575, 0.7230891}, {2.2525854, 0.5442796}};
  private static final int[][] CORRECT = {{37, 274}, {67, 288}};

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(SweepExample.COMMAND.commandLine(), arguments);
  }

  @Test
  void all_trainings_end_as_those_of_flax_do() {
    var result = SWEEP.all(Key.of(0).split(2), array(1e-3, 3e-2));

    assertThat(result.losses().shape()).isEqualTo(Shape.of(2, 2, 20));
    for (int key = 0; key < 2; key++) {
      for (int rate = 0; rate < 2; rate++) {
        assertThat(result.losses().get(key, rate, 0).item())
            .isCloseTo(FIRST[key][rate], offset(1e-4));
        assertThat(result.losses().get(key, rate, 19).item())
            .isCloseTo(LAST[key][rate], offset(1e-3));
        assertThat(result.accuracy().get(key, rate).item() * 360)
            .isCloseTo(CORRECT[key][rate], offset(1.5));
      }
    }
  }

  @Test
  void a_training_of_the_sweep_is_the_one_with_its_key_and_rate_alone() {
    var keys = Key.of(3).split(2);
    var all = SWEEP.all(keys, array(1e-3, 1e-2));
    var one = jit(SWEEP::train).apply(keys.get(1), scalar(1e-2));

    assertThat(all.losses().get(1, 1).sub(one.losses()).abs().max().item()).isLessThan(1e-4);
    assertThat(all.accuracy().get(1, 1).item()).isEqualTo(one.accuracy().item());
  }

  @Test
  void the_last_line_names_the_best_rate_and_its_accuracy() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("losses.svg");
    var run = run("--seeds", 2, "--steps", 60, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .matches("12 trainings of 60 steps in one program: \\d+\\.\\d s, with its compilation");
    assertThat(run.lines())
        .contains("report: " + report, "picture: " + picture)
        .anyMatch(line -> line.matches(" +0\\.0001 +2\\.\\d{4} +0\\.\\d{4} 0\\.\\d{4} 0\\.\\d{4}"));
    assertThat(run.lines().getLast())
        .matches("best rate: 0\\.0[13], test accuracy: 0\\.[89]\\d{3}");
    assertThat(Files.readString(report))
        .contains("<h1>Learning rates</h1>", "Loss by learning rate");
    assertThat(Files.readString(picture)).contains("0.0001", "0.01");
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_trainings() {
    var run = run("--seeds", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--seeds': needs a whole number from 1 to 500, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}
