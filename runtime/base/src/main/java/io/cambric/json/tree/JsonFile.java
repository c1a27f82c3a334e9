package io.cambric.json.tree;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The texts of JSON files. */
public final class JsonFile {

  /** Above, a text is no configuration. */
  private static final int MAX_BYTES = 1 << 28;

  private JsonFile() {}

  public static String text(Path file) {
    return InputFile.read(file, "a JSON file", channel -> text(file, channel));
  }

  private static String text(Path file, FileChannel channel) throws IOException {
    if (channel.size() > MAX_BYTES) {
      throw new DataException(
          "JSON file %s must have at most %d bytes, but has %d. Keep large arrays in safetensors files."
              .formatted(file, MAX_BYTES, channel.size()));
    }
    var bytes = ByteBuffer.allocate((int) channel.size());
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // Until the end.
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw new DataException(
          "JSON file %s must be UTF-8, but has other bytes. Write it again.".formatted(file), e);
    }
  }
}
