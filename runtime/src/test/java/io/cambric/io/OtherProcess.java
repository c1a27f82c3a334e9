package io.cambric.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of these tests in a JVM of its own, which is answered line by line. */
final class OtherProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  private OtherProcess(Process process) {
    this.process = process;
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static OtherProcess start(List<String> options, Class<?> program, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return new OtherProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** {@return the next line that it prints} */
  String line() throws IOException {
    return lines.readLine();
  }

  /** Answers it, and waits for its end. */
  void finish() throws IOException, InterruptedException {
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
  }

  /** Kills it, as the system does when memory is short. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

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
