package io.cambric.examples.ragged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RaggedCommandTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new RaggedCommand())
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  @Test
  void a_short_training_learns_and_writes_report_and_picture() throws Exception {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("ragged.svg");

    int status = run("--epochs=4", "--report=" + report, "--picture=" + picture);

    assertThat(status).isZero();
    var last = output.toString().lines().toList().getLast();
    assertThat(last).matches("test accuracy: \\d\\.\\d{4}");
    assertThat(Double.parseDouble(last.substring(last.indexOf(':') + 1))).isGreaterThan(0.85);
    assertThat(Files.readString(report)).contains("<h1>Ragged</h1>", "test/accuracy");
    assertThat(Files.readString(picture)).contains("training\nepoch 4: ", "test\nepoch 4: ");
  }

  @Test
  void a_number_out_of_range_names_the_option() {
    assertThat(run("--sequences=3")).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith(
            "Invalid value for option '--sequences': needs a whole number from 32 to 1000000, but"
                + " got 3.");
  }
}
