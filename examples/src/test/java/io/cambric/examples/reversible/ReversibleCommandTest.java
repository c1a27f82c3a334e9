package io.cambric.examples.reversible;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReversibleCommandTest {

  @TempDir private Path folder;

  @Test
  void a_run_shows_the_memory_of_each_depth_and_ends_with_the_accuracy() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("memory.svg");
    var run =
        CommandRun.of(
            new ReversibleCommand(),
            "--depths=2,8",
            "--depth=4",
            "--width=16",
            "--epochs=4",
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().get(2)).matches(" +2 +\\d\\.\\d\\d +\\d\\.\\d\\d +\\d\\.\\d\\d");
    assertThat(run.lines().get(3)).matches(" +8 +\\d\\.\\d\\d +\\d\\.\\d\\d +\\d\\.\\d\\d");
    assertThat(run.lines().getLast()).matches("test accuracy: 0\\.[6-9]\\d{3}");
    assertThat(Files.readString(report)).contains("Reversible network");
    assertThat(Files.readString(picture)).contains("stored", "checkpoints", "reversed");
  }
}
