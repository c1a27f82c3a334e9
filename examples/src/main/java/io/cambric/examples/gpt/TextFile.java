package io.cambric.examples.gpt;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The text to learn from: a file of the user, or the pages of this documentation. */
final class TextFile {

  /** A larger text is more than a model of this size learns from. */
  private static final long MAX_BYTES = 1L << 28;

  private static final int PART = 1 << 16;

  /** The pages of the documentation, which the build joins. */
  private static final String BUILT_IN = "pages.txt";

  private TextFile() {}

  /**
   * {@return the pages of the documentation of Cambric}
   *
   * @throws IOException if the build has left them out
   */
  static String builtIn() throws IOException {
    try (var stream = TextFile.class.getResourceAsStream(BUILT_IN)) {
      if (stream == null) {
        throw new IOException(
            "The built-in text %s is missing from this build. Build with Maven, or pass --text with a text file in UTF-8."
                .formatted(BUILT_IN));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * {@return the text of a file in UTF-8}
   *
   * @throws DataException if there is none, or it is no text of at most 256 MiB
   */
  static String read(Path file) {
    try {
      // Opening a pipe waits for its writer, and a device has no end.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new DataException(
            "The text %s must be a regular file, but is a folder, a pipe or a device. Name a text file."
                .formatted(file));
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new DataException(
            "The text %s must have at most %d bytes, but has %d. Pass a part of it."
                .formatted(file, MAX_BYTES, Files.size(file)));
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new DataException(
          "There is no text %s. Pass --text with a text file in UTF-8.".formatted(file), e);
    } catch (CharacterCodingException e) {
      throw new DataException(
          "The text %s must be UTF-8, but has other bytes. Convert it.".formatted(file), e);
    } catch (IOException e) {
      throw new DataException(
          "The text %s cannot be read: %s. Pass a readable text file.".formatted(file, e), e);
    }
  }

  /** {@return the text in parts that end with lines, unless lines are long} */
  static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = Math.min(at + PART, text.length());
      int line = text.lastIndexOf('\n', end - 1);
      if (end < text.length() && line >= at) {
        end = line + 1;
      } else if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end--;
      }
      parts.add(text.substring(at, end));
      at = end;
    }
    return parts;
  }
}
