package io.cambric.examples.seq2seq;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Seq2SeqCommandTest {

  @TempDir private Path folder;

  @Test
  void the_last_line_has_the_accuracy_and_answers_are_shown() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("accuracy.svg");
    var run =
        CommandRun.of(
            new Seq2SeqCommand(),
            "--digits=2",
            "--hidden=16",
            "--steps=30",
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .matches("\\d+ parameters, 128 additions a step, 15 to test on");
    assertThat(run.lines().getLast()).matches("test accuracy: [01]\\.\\d{4}");
    assertThat(run.output()).containsPattern("\\d\\+\\d+ = ");
    assertThat(Files.readString(report)).contains("<h1>Additions</h1>");
    assertThat(Files.readString(picture)).contains("Answers that are right");
  }

  @Test
  void digits_out_of_range_are_refused() {
    var run = CommandRun.of(new Seq2SeqCommand(), "--digits=1");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--digits': needs a whole number from 2 to 6, but got 1.");
  }
}
