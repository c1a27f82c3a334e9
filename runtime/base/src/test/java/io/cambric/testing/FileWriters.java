package io.cambric.testing;

import io.cambric.file.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Programs that write files, which tests start in a JVM of their own. */
public final class FileWriters {

  private FileWriters() {}

  /** Writes {@code half} to a file, says so, and writes {@code whole} when it is answered. */
  public static final class SlowWriter {

    private SlowWriter() {}

    public static void main(String[] arguments) throws IOException {
      AtomicFile.write(
          Path.of(arguments[0]),
          channel -> {
            channel.write(ByteBuffer.wrap("half".getBytes(StandardCharsets.UTF_8)));
            System.out.println("half");
            System.in.read();
            channel.write(ByteBuffer.wrap(" whole".getBytes(StandardCharsets.UTF_8)));
          });
    }
  }

  /** Writes a text to a file at once. */
  public static final class QuickWriter {

    private QuickWriter() {}

    public static void main(String[] arguments) throws IOException {
      AtomicFile.write(Path.of(arguments[0]), arguments[1]);
    }
  }
}
