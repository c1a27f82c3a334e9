package io.cambric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  @Test
  void misspelt_example_is_answered_with_the_nearest_name() {
    assertThat(run("digit")).isEqualTo(2);
    assertThat(errors.toString())
        .contains("Unmatched argument at index 0: 'digit'", "Did you mean: run digits?");
  }

  @Test
  void missing_data_file_is_one_line_without_a_stack_trace() {
    var missing = folder.resolve("none.csv");

    assertThat(run("digits", "--data", missing.toString())).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "digits: There is no data file %s. Pass --data with a CSV file of 64 pixels and a label a line, or leave it out for the built-in digits.%n"
                .formatted(missing));
  }

  @Test
  void number_out_of_range_names_the_option() {
    assertThat(run("digits", "--epochs", "0")).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo("digits: --epochs needs a number above 0, but got 0.%n".formatted());
  }

  @Test
  void training_writes_the_curve_and_repeats_to_the_last_digit() throws Exception {
    var first = folder.resolve("first.svg");
    var second = folder.resolve("second.svg");

    assertThat(run("digits", "--epochs", "1", "--width", "4", "--out", first.toString())).isZero();
    assertThat(run("digits", "--epochs", "1", "--width", "4", "--out", second.toString())).isZero();

    assertThat(Files.readString(second)).isEqualTo(Files.readString(first));
    assertThat(output.toString().lines().filter(line -> line.startsWith("test accuracy: ")))
        .hasSize(2)
        .allSatisfy(
            line -> assertThat(line).isEqualTo(output.toString().lines().toList().getLast()));
  }
}
