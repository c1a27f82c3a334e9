package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleProgramTest {

  private static final LineChart CHART =
      LineChart.of("loss", "step", List.of(Series.of("a", List.of(1.0, 0.5))));

  private static final ExampleCommand BELOW =
      ExampleProgram.command("below", "Names a file.")
          .argument("FILE", "A file.")
          .runs(run -> run.println("below " + run.requiredPath("FILE")));

  private static final ExampleCommand DRAW =
      ExampleProgram.command("draw", "Draws.")
          .arguments("WORD", "Words.")
          .whole("--count", 3, 1, 9, "A count.")
          .number("--rate", 0.5, 1e-9, 1, "A rate.")
          .text("--prompt", "", "A beginning.")
          .texts("--ignore", "Columns.")
          .choice("--unit", TimeUnit.DAYS, "A unit.")
          .flag("--swap", "Swaps.")
          .output("--copy", null, "A copy.")
          .folder("--out", "model", "A folder.")
          .picture("loss.svg", "Where the loss is written.")
          .with(BELOW)
          .runs(ExampleProgramTest::draw);

  @TempDir private Path folder;

  private static void draw(ExampleRun run) {
    if (run.whole("--count") == 7) {
      throw run.invalid("--count", "needs another number, but got 7.");
    }
    run.println(
        "%s %s %s %s %s"
            .formatted(
                run.texts("WORD"),
                run.texts("--ignore"),
                run.choice("--unit", TimeUnit.class),
                run.path("--copy"),
                run.requiredPath("--out")));
    if (run.flag("--swap")) {
      run.fail();
    } else {
      run.picture(CHART);
    }
    run.result("%s%.1f", run.text("--prompt"), run.number("--rate"));
  }

  private static CommandRun run(Object... arguments) {
    return CommandRun.of(DRAW.commandLine(), arguments);
  }

  @Test
  void the_help_has_descriptions_ranges_and_defaults() {
    assertThat(run("--help").output())
        .isEqualToNormalizingNewlines(
            """
            Usage: draw [-hV] [--swap] [--copy=FILE] [--count=NUMBER] [--out=DIR]
                        [--picture=FILE] [--prompt=TEXT] [--rate=NUMBER] [--unit=NAME]
                        [--ignore=TEXT[,TEXT...]]... [WORD...] [COMMAND]
            Draws.
                  [WORD...]        Words.
                  --copy=FILE      A copy.
                  --count=NUMBER   A count. From 1 to 9.
                                     Default: 3
              -h, --help           Show this help message and exit.
                  --ignore=TEXT[,TEXT...]
                                   Columns.
                  --out=DIR        A folder.
                                     Default: model
                  --picture=FILE   Where the loss is written.
                                     Default: loss.svg
                  --prompt=TEXT    A beginning.
                  --rate=NUMBER    A rate. From 1e-9 to 1.
                                     Default: 0.5
                  --swap           Swaps.
                  --unit=NAME      A unit. One of NANOSECONDS, MICROSECONDS, MILLISECONDS,
                                     SECONDS, MINUTES, HOURS, DAYS.
                                     Default: DAYS
              -V, --version        Print version information and exit.
            Commands:
              below  Names a file.
            """);
  }

  @Test
  void values_are_those_of_the_options_and_a_chart_is_written_as_svg() throws IOException {
    var picture = folder.resolve("loss.svg");

    var run = run("a", "b c", "--ignore=x,y", "--ignore=z", "--unit=HOURS", "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines())
        .containsExactly("[a, b c] [x, y, z] HOURS null model", "picture: " + picture, "0.5");
    assertThat(Files.readString(picture)).isEqualTo(CHART.toSvg());
  }

  @Test
  void a_command_may_fail_after_its_last_line() {
    var run = run("--swap", "--rate=1", "--prompt=rate ");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.lines()).containsExactly("[] [] DAYS null model", "rate 1.0");
    assertThat(run.errors()).isEmpty();
  }

  @Test
  void options_out_of_range_and_files_that_cannot_be_written_are_refused() {
    var missing = folder.resolve("none");
    assertThat(run("--count=10").errors())
        .startsWith("Invalid value for option '--count': needs a whole number from 1 to 9");
    assertThat(run("--copy=" + missing.resolve("copy")).errors())
        .startsWith(
            "Invalid value for option '--copy': needs a file in an existing folder, but there is"
                + " no folder "
                + missing);
    var other = run("--count=7");
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.errors())
        .startsWith("Invalid value for option '--count': needs another number, but got 7.");
  }

  @Test
  void a_picture_that_cannot_be_written_is_named() throws IOException {
    var picture = folder.resolve("gone").resolve("loss.svg");
    Files.createDirectory(picture.getParent());
    var command =
        ExampleProgram.command("draw", "Draws.")
            .picture("loss.svg", "Where the loss is written.")
            .runs(run -> {
              Files.delete(picture.getParent());
              run.picture(CHART);
            });

    assertThat(CommandRun.of(command.commandLine(), "--picture=" + picture).errors())
        .startsWith("The picture %s cannot be written: ".formatted(picture))
        .contains("Name a file in a folder with free space.");
  }

  @Test
  void a_command_below_another_has_arguments_of_its_own() {
    assertThat(run("below", "data.csv").lines()).containsExactly("below data.csv");
    var missing = run("below");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.errors()).startsWith("Missing required parameter: 'FILE'");
  }
}
