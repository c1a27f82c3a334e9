package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class PictureOptionTest {

  @TempDir private Path folder;

  @Command(name = "draw", showDefaultValues = true)
  private static final class Drawing {

    @Mixin private final PictureOption picture;

    Drawing(PictureOption picture) {
      this.picture = picture;
    }
  }

  private static final LineChart CHART =
      LineChart.of("loss", "step", List.of(Series.of("a", List.of(1.0, 0.5))));

  private static PictureOption chart() {
    return PictureOption.ofChart("loss.svg", "Where the loss is written.");
  }

  private static PictureOption parsed(PictureOption picture, Path file) {
    new CommandLine(new Drawing(picture)).parseArgs("--picture=" + file);
    return picture;
  }

  @Test
  void the_help_has_the_description_and_the_default_of_the_command() {
    assertThat(new CommandLine(new Drawing(chart())).getUsageMessage())
        .isEqualToNormalizingNewlines(
            """
            Usage: draw [--picture=FILE]
                  --picture=FILE   Where the loss is written.
                                     Default: loss.svg
            """);
  }

  @Test
  void the_file_is_the_default_unless_another_one_is_given() {
    var picture = chart();
    var line = new CommandLine(new Drawing(picture));
    line.parseArgs();
    assertThat(picture).hasToString("loss.svg");
    line.parseArgs("--picture=other.svg");
    assertThat(picture).hasToString("other.svg");
    line.parseArgs();
    assertThat(picture).hasToString("loss.svg");
  }

  @Test
  void a_chart_is_written_as_svg() throws IOException {
    var file = folder.resolve("loss.svg");

    parsed(chart(), file).write(CHART);

    assertThat(Files.readString(file)).isEqualTo(CHART.toSvg());
  }

  @Test
  void a_name_of_the_other_format_is_refused() {
    var chart = chart();
    var file = folder.resolve("samples.png");
    var line = new CommandLine(new Drawing(chart));
    line.parseArgs("--picture=" + file);

    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> chart.check(new OptionChecks(line.getCommandSpec())))
        .withMessage(
            "Invalid value for option '--picture': needs a file whose name ends in .svg, but got"
                + " %s.",
            file);
  }

  @Test
  void a_picture_that_cannot_be_written_is_named() {
    var file = folder.resolve("none").resolve("loss.svg");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> parsed(chart(), file).write(CHART))
        .withMessageStartingWith("The picture %s cannot be written: ", file)
        .withMessageContaining("Name a file in a folder with room.");
    assertThat(file).doesNotExist();
  }
}
