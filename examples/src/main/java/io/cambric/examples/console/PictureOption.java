package io.cambric.examples.console;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.image.Png;
import io.cambric.nn.report.Chart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The option {@code --picture}: a chart as SVG, or an image as PNG; mutable, filled by picocli.
 * Commands describe what they draw, which an annotation could not take from them.
 */
public final class PictureOption {

  private static final String NAME = "--picture";

  private final String ending;
  private final OptionSpec option;
  @Mixin private final CommandSpec spec;

  private PictureOption(String ending, String file, String description) {
    this.ending = ending;
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
    return new PictureOption(".svg", file, description);
  }

  /**
   * {@return the option of a command that makes an image}
   *
   * @param file default of the option, a PNG file
   * @param description of the option, for the help
   */
  public static PictureOption ofImage(String file, String description) {
    return new PictureOption(".png", file, description);
  }

  /**
   * Requires a name that ends in the format, and that the file can be written.
   *
   * @throws picocli.CommandLine.ParameterException if it is another name, or a file that cannot
   */
  public void check(OptionChecks checks) {
    checks.picture(NAME, file(), ending);
  }

  private Path file() {
    return option.getValue();
  }

  /**
   * Writes a chart, as SVG.
   *
   * @throws DataException if it cannot be written
   */
  public void write(Chart chart) {
    write(chart.toSvg().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes an image, as PNG.
   *
   * @param image {@code [height, width]} or {@code [height, width, 3]} from 0 to 1
   * @throws DataException if it cannot be written
   */
  public void write(Array image) {
    write(Png.encode(image));
  }

  private void write(byte[] content) {
    try {
      OutputFile.write(file(), content);
    } catch (IOException e) {
      throw new DataException(
          "The picture %s cannot be written: %s. Name a file in a folder with room."
              .formatted(file(), e),
          e);
    }
  }

  /** {@return the file, for the output of a command} */
  @Override
  public String toString() {
    return file().toString();
  }
}
