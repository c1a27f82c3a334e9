package io.cambric.examples.console;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.io.image.Png;
import java.io.IOException;
import java.nio.file.Path;

/** Files that examples leave at their end, each of them whole or absent. */
public final class ExampleFiles {

  private ExampleFiles() {}

  /**
   * Writes a picture.
   *
   * @param file a PNG file; its folder exists
   * @param image {@code [height, width]} or {@code [height, width, 3]} from 0 to 1
   * @throws DataException if it cannot be written
   */
  public static void picture(Path file, Array image) {
    var bytes = Png.encode(image);
    try {
      AtomicFile.write(file, bytes);
    } catch (IOException e) {
      throw new DataException(
          "The picture %s cannot be written: %s. Name a file in a folder with room."
              .formatted(file, e),
          e);
    }
  }
}
