package io.cambric.examples.console;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.image.Png;
import io.cambric.nn.report.Chart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The files of pictures that examples draw. */
final class PictureFile {

  private PictureFile() {}

  /**
   * Writes a chart, as SVG.
   *
   * @throws DataException if it cannot be written
   */
  static void write(Path file, Chart chart) {
    write(file, chart.toSvg().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes an image, as PNG.
   *
   * @param image {@code [height, width]} or {@code [height, width, 3]} from 0 to 1
   * @throws DataException if it cannot be written
   */
  static void write(Path file, Array image) {
    write(file, Png.encode(image));
  }

  private static void write(Path file, byte[] content) {
    try {
      OutputFile.write(file, content);
    } catch (IOException e) {
      throw new DataException(
          "The picture %s cannot be written: %s. Name a file in a folder with free space."
              .formatted(file, e),
          e);
    }
  }
}
