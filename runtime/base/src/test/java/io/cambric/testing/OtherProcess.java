package io.cambric.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of these tests in a JVM of its own, which is answered line by line. */
public final class OtherProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  private OtherProcess(Process process) {
    this.process = process;
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** {@return a JVM that runs the main method of a class of these tests} */
  public static OtherProcess start(List<String> options, Class<?> program, String... arguments)
      throws IOException {
    return startBy(List.of(), options, program, arguments);
  }

  /**
   * {@return a JVM that another program starts}
   *
   * @param launcher the program and its arguments, before those of the JVM
   */
  public static OtherProcess startBy(
      List<String> launcher, List<String> options, Class<?> program, String... arguments)
      throws IOException {
    var command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return new OtherProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** {@return the next line that it prints} */
  public String line() throws IOException {
    return lines.readLine();
  }

  /** Reads what it prints up to a line. */
  public void awaitLine(String awaited) throws IOException {
    var before = new ArrayList<String>();
    for (var line = line(); !awaited.equals(line); line = line()) {
      assertThat(line).as("after %s", before).isNotNull();
      before.add(line);
    }
  }

  /** Answers it, and waits for its end. */
  public void finish() throws IOException, InterruptedException {
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
  }

  /** Kills it, as the system does when memory is short. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Halts it, as a debugger or a machine that hangs does; its connections stay. */
  public void halt() throws IOException, InterruptedException {
    var signal = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start();
    assertThat(signal.waitFor()).isZero();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
