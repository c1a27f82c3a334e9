package io.cambric.examples.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServeExampleTest {

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return ServeExample.COMMAND
        .commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  static List<Arguments> mistakes() {
    return List.of(
        arguments(
            List.of("--port=70000"),
            "'--port': needs a whole number from 0 to 65535, but got 70000."),
        arguments(
            List.of("load", "--clients=0"),
            "'--clients': needs a whole number from 1 to 10000, but got 0."),
        arguments(
            List.of("load", "--max-wait=-1"),
            "'--max-wait': needs a number from 0 to 1000, but got -1."),
        arguments(
            List.of("load", "--url=localhost"),
            "'--url': needs an address such as http://127.0.0.1:8080, but got localhost."));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void an_option_out_of_range_is_named_before_any_work(List<String> arguments, String problem) {
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(errors.toString()).startsWith("Invalid value for option " + problem);
    assertThat(output.toString()).isEmpty();
  }

  @Test
  void a_load_trains_a_model_where_there_is_none_and_ends_with_its_account(@TempDir Path folder) {
    int status =
        run(
            "load",
            "--model=" + folder.resolve("model"),
            "--warm-up=0",
            "--seconds=1",
            "--clients=4",
            "--picture=" + folder.resolve("load.svg"));

    assertThat(status).isZero();
    assertThat(output.toString())
        .startsWith("no checkpoint in %s: training one".formatted(folder.resolve("model")))
        .contains("answers by model: {step 132=");
    assertThat(output.toString().lines().toList().getLast())
        .matches("requests: \\d+, lost: 0, p50: \\d+\\.\\d ms, p99: \\d+\\.\\d ms");
  }
}
