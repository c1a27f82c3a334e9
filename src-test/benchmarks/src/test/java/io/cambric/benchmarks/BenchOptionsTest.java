package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.examples.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The options of {@code ./run bench}, through the command line of the examples. */
class BenchOptionsTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  private static List<Arguments> refused() {
    return List.of(
        arguments("--threads", "0", "needs a whole number from 1 to 1024, but got 0."),
        arguments("--seconds", "-1", "needs a number from 0 to 3600, but got -1."),
        arguments(
            "--json", "figures.json", "needs the NAME of a benchmark that makes the figures."),
        arguments("--report", "page.md", "needs the NAME of a benchmark that makes the figures."));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void value_that_is_refused_names_the_option_and_what_it_needs(
      String option, String value, String problem) {
    assertThat(run("bench", option, value)).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith("Invalid value for option '%s': %s%n".formatted(option, problem))
        .contains("Usage: run bench");
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void file_that_cannot_be_written_is_found_before_the_work() {
    assertThat(run("bench", "mlp", "--json", folder.toString())).isEqualTo(2);
    assertThat(run("bench", "mlp", "--report", folder.toString())).isEqualTo(2);
    assertThat(errors.toString().lines().filter(line -> line.startsWith("Invalid")))
        .containsExactly(
            "Invalid value for option '--json': needs a file to write, but %s is a folder."
                .formatted(folder),
            "Invalid value for option '--report': needs a file to write, but %s is a folder."
                .formatted(folder));
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void unknown_benchmark_is_answered_with_those_there_are() {
    assertThat(run("bench", "cn")).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith(
            "Invalid value for positional parameter at index 0 (NAME): there is no benchmark named"
                + " \"cn\"; choose one of matmul, conv, attention, elementwise, rows, optimisers,"
                + " mlp, cnn, gpt, lstm, io, processes, startup, ops, products, programs.");
  }

  @Test
  void unknown_benchmark_after_a_known_one_is_found_before_the_work() {
    assertThat(run("bench", "mlp", "cn")).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith(
            "Invalid value for positional parameter at index 1 (NAME): there is no benchmark named"
                + " \"cn\"; choose one of matmul, conv, attention, elementwise, rows, optimisers,"
                + " mlp, cnn, gpt, lstm, io, processes, startup, ops, products, programs.");
    assertThat(output.toString()).isEmpty();
  }

  private static List<Arguments> optionsOfSweeps() {
    return List.of(
        arguments("--seed", "3"),
        arguments("--only", "exp"),
        arguments("--case", "lax.exp f32 3 4"),
        arguments("--peer", "python3"));
  }

  @ParameterizedTest
  @MethodSource("optionsOfSweeps")
  void option_of_sweeps_is_refused_with_another_benchmark(String option, String value) {
    assertThat(run("bench", "ops", "matmul", option, value)).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith(
            "Invalid value for option '%s': needs only the benchmarks ops, products and programs, which draw shapes.%n"
                .formatted(option));
    assertThat(output.toString()).isEmpty();
  }

  private static List<Arguments> badChoices() {
    return List.of(
        arguments(
            "--only", "(", "needs a regular expression, but \"(\" has a mistake: Unclosed group."),
        arguments(
            "--only",
            "lax.expp",
            "must match the line of a case, but no case of ops has \"lax.expp\"."),
        arguments(
            "--case",
            "lax.expp f32 3 4",
            "needs a case of ops. \"lax.expp f32 3 4\" is no case: there is no operation \"lax.expp\"."));
  }

  @ParameterizedTest
  @MethodSource("badChoices")
  void choice_without_a_case_is_found_before_the_work(String option, String value, String problem) {
    assertThat(run("bench", "ops", option, value)).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith("Invalid value for option '%s': %s%n".formatted(option, problem));
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void version_is_that_of_the_build_and_of_java() {
    assertThat(run("bench", "-V")).isZero();
    assertThat(output.toString().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).matches("Cambric \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"),
            line -> assertThat(line).isEqualTo("Java " + Runtime.version()));
  }
}
