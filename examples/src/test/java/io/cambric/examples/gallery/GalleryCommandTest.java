package io.cambric.examples.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class GalleryCommandTest {

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new GalleryCommand())
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  @Test
  void without_a_name_all_trainings_are_listed() {
    assertThat(run()).isZero();
    assertThat(output.toString().lines())
        .hasSize(GalleryTraining.values().length)
        .startsWith("  lbfgs           L-BFGS with a line search, on a logistic regression");
  }

  @Test
  void training_with_a_name_runs() {
    assertThat(run("learning-rates")).isZero();
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  void unknown_training_is_answered_with_those_there_are() {
    assertThat(run("adam")).isEqualTo(2);
    assertThat(errors.toString())
        .startsWith(
            "Invalid value for positional parameter at index 0 (NAME): there is no training named"
                + " \"adam\"; choose one of lbfgs, schedule-free, accumulation, learning-rates,"
                + " private-sgd, lookahead.");
  }
}
