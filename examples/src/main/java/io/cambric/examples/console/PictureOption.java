package io.cambric.examples.console;

import io.cambric.nn.report.Chart;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The option {@code --picture}: a chart as SVG; mutable, filled by picocli. Commands describe what
 * they draw, which an annotation could not take from them.
 */
public final class PictureOption {

  private static final String NAME = "--picture";

  private static final String ENDING = ".svg";

  private final OptionSpec option;
  @Mixin private final CommandSpec spec;

  private PictureOption(String file, String description) {
    option =
        OptionSpec.builder(NAME)
            .paramLabel("FILE")
            .type(Path.class)
            .description(description)
            .initialValue(Path.of(file))
            .build();
    spec = CommandSpec.create().addOption(option);
  }

  /**
   * {@return the option of a command that draws a chart}
   *
   * @param file default of the option, an SVG file
   * @param description of the option, for the help
   */
  public static PictureOption ofChart(String file, String description) {
    return new PictureOption(file, description);
  }

  /**
   * Requires a name that ends in the format, and that the file can be written.
   *
   * @throws picocli.CommandLine.ParameterException if it is another name, or a file that cannot
   */
  public void check(OptionChecks checks) {
    checks.picture(NAME, file(), ENDING);
  }

  private Path file() {
    return option.getValue();
  }

  /**
   * Writes a chart, as SVG.
   *
   * @throws io.cambric.errors.DataException if it cannot be written
   */
  public void write(Chart chart) {
    PictureFile.write(file(), chart);
  }

  /** {@return the file, for the output of a command} */
  @Override
  public String toString() {
    return file().toString();
  }
}
