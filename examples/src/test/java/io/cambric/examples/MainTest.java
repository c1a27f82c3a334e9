package io.cambric.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.nn.writer.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

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
    assertThat(run("mnis")).isEqualTo(2);
    assertThat(errors.toString())
        .contains("Unmatched argument at index 0: 'mnis'", "Did you mean: run mnist?");
  }

  @Test
  void missing_data_file_is_one_line_without_a_stack_trace() {
    var missing = folder.resolve("none.csv");

    assertThat(run("digits", "--data", missing.toString())).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo("digits: There is no file %s. Check its path.%n".formatted(missing));
  }

  private static List<Arguments> numbersOutOfRange() {
    return List.of(
        arguments("digits", "--epochs", "0", "needs a whole number from 1 to 100000, but got 0."),
        arguments("digits", "--width", "-3", "needs a whole number from 1 to 1024, but got -3."),
        arguments("digits", "--rate", "-1", "needs a number from 1e-9 to 1e30, but got -1."),
        arguments("digits", "--rate", "0", "needs a number from 1e-9 to 1e30, but got 0."),
        arguments("digits", "--rate", "NaN", "needs a number from 1e-9 to 1e30, but got NaN."));
  }

  @ParameterizedTest
  @MethodSource("numbersOutOfRange")
  void value_out_of_range_names_the_option_and_the_range(
      String example, String option, String value, String problem) {
    assertThat(run(example, option, value)).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith("Invalid value for option '%s': %s%n".formatted(option, problem))
        .contains("Usage: run " + example);
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void fewer_rows_than_a_batch_are_trained_at_once() throws IOException {
    var rows = Collections.nCopies(360 + 5, "1,".repeat(64) + "7");
    var data = Files.write(folder.resolve("few.csv"), rows);
    var report = folder.resolve("report.html");

    assertThat(run(small("--data", "" + data, "--epochs", "2", "--report", "" + report)))
        .as(errors.toString())
        .isZero();
  }

  @Test
  void file_that_cannot_be_written_is_found_before_the_work() {
    var report = folder.resolve("none").resolve("report.html");

    assertThat(run("digits", "--report", report.toString())).isEqualTo(2);
    assertThat(run("digits", "--report", folder.toString())).isEqualTo(2);
    assertThat(errors.toString().lines().filter(line -> line.startsWith("Invalid")))
        .containsExactly(
            "Invalid value for option '--report': needs a file in an existing folder, but "
                + "there is no folder %s.".formatted(report.getParent()),
            "Invalid value for option '--report': needs a file to write, but %s is a folder."
                .formatted(folder));
    assertThat(output.toString()).isEmpty();
  }

  /** All commands with a picture, as words of the command line. */
  static Stream<List<String>> pictureCommands() {
    return commands(Main.commandLine())
        .filter(command -> command.getCommandSpec().findOption("--picture") != null)
        .map(command -> command.getCommandSpec())
        .map(command ->
            Stream.concat(
                    Stream.of(command.qualifiedName().split(" ")).skip(1),
                    command.requiredArgs().stream()
                        .map(option -> ((OptionSpec) option).longestName() + "=."))
                .toList());
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command), command.getSubcommands().values().stream().flatMap(MainTest::commands));
  }

  @Test
  void sixteen_commands_have_a_picture() {
    assertThat(pictureCommands()).hasSize(16);
  }

  @ParameterizedTest
  @MethodSource("pictureCommands")
  void a_picture_of_another_format_is_refused_before_the_work(List<String> command) {
    var picture = folder.resolve("picture.gif");
    var words = Stream.concat(command.stream(), Stream.of("--picture=" + picture));

    assertThat(run(words.toArray(String[]::new))).isEqualTo(2);
    assertThat(errors.toString())
        .matches(
            "(?s)Invalid value for option '--picture': needs a file whose name ends in"
                + " \\.(svg|png), but got %s\\..*".formatted(Pattern.quote(picture.toString())));
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void a_command_that_is_built_apart_says_how_to_start_it() {
    assertThat(run("bench")).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "bench: bench needs the benchmarks, but they are missing from the class path. "
                + "Start it with ./run bench, which builds them.%n".formatted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "digits"})
  void version_is_that_of_the_build_and_of_java(String example) {
    assertThat(example.isEmpty() ? run("-V") : run(example, "-V")).isZero();
    assertThat(output.toString().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).matches("Cambric \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"),
            line -> assertThat(line).isEqualTo("Java " + Runtime.version()));
  }

  @Test
  void training_that_diverges_ends_with_the_step_and_what_to_do() {
    var report = folder.resolve("report.html");

    assertThat(
            run(
                "digits",
                "--width",
                "2",
                "--epochs",
                "1",
                "--rate",
                "1e30",
                "--report",
                "" + report))
        .isEqualTo(1);
    assertThat(errors.toString())
        .matches(
            "digits: The loss is NaN in epoch 1, step \\d+\\. Either the training diverged, or a "
                + "batch has NaN or labels out of range\\. Start with "
                + "-Dcambric\\.debug=nans,infs to find the operation\\.\\R");
    assertThat(report).isRegularFile();
  }

  @Test
  void nothing_more_is_done_once_nobody_reads_the_output() {
    int status =
        Main.commandLine()
            .setOut(
                new PrintWriter(Writer.nullWriter()) {
                  @Override
                  public boolean checkError() {
                    return true;
                  }
                })
            .setErr(new PrintWriter(errors, true))
            .execute(
                "digits", "--width", "2", "--report", folder.resolve("report.html").toString());

    assertThat(status).isEqualTo(141);
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  void summary_is_as_wide_as_the_terminal() {
    var report = folder.resolve("report.html").toString();

    assertThat(run("digits", "--epochs", "1", "--width", "4", "--report", report)).isZero();

    assertThat(output.toString().lines().mapToInt(String::length).max())
        .hasValue(Terminal.columns());
  }

  private String[] small(String... more) {
    return Stream.concat(Stream.of("digits", "--width", "4"), Stream.of(more))
        .toArray(String[]::new);
  }

  private List<String> accuracies() {
    return output
        .toString()
        .lines()
        .filter(line -> line.startsWith("test accuracy: "))
        .distinct()
        .toList();
  }

  @Test
  void training_writes_the_report_and_repeats_to_the_last_digit() throws IOException {
    var first = folder.resolve("first.html");
    var second = folder.resolve("second.html");

    assertThat(run(small("--epochs", "1", "--report", first.toString()))).isZero();
    assertThat(run(small("--epochs", "1", "--report", second.toString()))).isZero();

    assertThat(Files.readString(first))
        .contains(
            "<h1>Digits</h1>",
            "Hyperparameters",
            "test/accuracy",
            "Confusion",
            "Misclassified",
            "Network");
    assertThat(folder.resolve("second.csv")).hasSameTextualContentAs(folder.resolve("first.csv"));
    assertThat(accuracies())
        .hasSize(1)
        .containsExactly(output.toString().lines().toList().getLast());
  }

  @Test
  void training_that_is_resumed_ends_as_one_that_never_stopped() throws IOException {
    var run = folder.resolve("run");
    var report = folder.resolve("report.html").toString();
    var whole = folder.resolve("whole.html").toString();
    assertThat(run(small("--epochs", "2", "--report", whole))).isZero();
    assertThat(run(small("--epochs", "2", "--report", report, "--checkpoint", run.toString())))
        .isZero();
    // A training that is killed in its second epoch has the checkpoint of the first one alone.
    Files.delete(run.resolve("checkpoint_44.safetensors"));

    assertThat(run(small("--epochs", "2", "--report", report, "--checkpoint", run.toString())))
        .isZero();

    assertThat(output.toString()).contains("resuming after step 22 of " + run);
    assertThat(folder.resolve("report.csv")).hasSameTextualContentAs(folder.resolve("whole.csv"));
    assertThat(accuracies()).hasSize(1);
  }
}
