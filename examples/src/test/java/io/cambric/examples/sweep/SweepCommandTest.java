package io.cambric.examples.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest {

  @TempDir private Path folder;

  @Test
  void the_last_line_names_the_best_rate_and_its_accuracy() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("losses.svg");
    var run =
        CommandRun.of(
            new SweepCommand(),
            "--rates=0.00001,0.01",
            "--seeds=2",
            "--steps=60",
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .matches("4 trainings of 60 steps in one program: \\d+\\.\\d s, with its compilation");
    assertThat(run.lines().getLast()).matches("best rate: 0.01, test accuracy: 0\\.8\\d{3}");
    assertThat(Files.readString(report)).contains("<h1>Learning rates</h1>");
    assertThat(Files.readString(picture)).contains("0.00001", "0.01");
  }

  @Test
  void a_rate_out_of_its_range_is_refused() {
    var run = CommandRun.of(new SweepCommand(), "--rates=0.1,0");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--rates': needs a number from 1e-9 to 10, but got 0.");
  }
}
