package io.cambric.examples.console;

import io.cambric.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An atomic write of a file: the file is either the old one or the new one. */
public final class OutputFile {

  private OutputFile() {}

  /**
   * Writes a file; one that is no regular file, such as {@code /dev/null}, is written where it is.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, String text) throws IOException {
    if (isWrittenInPlace(file)) {
      Files.writeString(file, text);
      return;
    }
    AtomicFile.write(file, text);
  }

  /**
   * Writes a file of bytes, such as a picture, as {@link #write(Path, String)} does.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, byte[] content) throws IOException {
    if (isWrittenInPlace(file)) {
      Files.write(file, content);
      return;
    }
    AtomicFile.write(file, content);
  }

  static boolean isWrittenInPlace(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  /** {@return the folder that a file lies in} */
  static Path folder(Path file) {
    var folder = file.toAbsolutePath().getParent();
    return folder == null ? file.toAbsolutePath() : folder;
  }
}
