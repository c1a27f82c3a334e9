package io.cambric.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Programs that tests start in a JVM of their own. */
final class OtherPrograms {

  private OtherPrograms() {}

  /** Writes {@code half} to a file, says so, and writes {@code whole} when it is answered. */
  static final class SlowWriter {

    private SlowWriter() {}

    public static void main(String[] arguments) throws IOException {
      WholeFile.write(
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
  static final class QuickWriter {

    private QuickWriter() {}

    public static void main(String[] arguments) throws IOException {
      WholeFile.write(Path.of(arguments[0]), arguments[1]);
    }
  }

  /** Reads a safetensors file, and prints how many arrays it has or what is wrong. */
  static final class Reader {

    private Reader() {}

    public static void main(String[] arguments) {
      try {
        System.out.println(SafeTensors.read(Path.of(arguments[0])).names().size());
      } catch (RuntimeException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
