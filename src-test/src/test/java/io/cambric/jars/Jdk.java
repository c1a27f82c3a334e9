package io.cambric.jars;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The JDK's tools, each in a JVM of its own: in this one they would find classes of the test's own
 * class path, too.
 */
final class Jdk {

  static final Path HOME = Path.of(System.getProperty("java.home"));

  private Jdk() {}

  /**
   * {@return what a program prints}
   *
   * @param home the folder of a JDK, or of an image that {@code jlink} made
   * @param program a program of its folder {@code bin}
   * @throws AssertionError if the program fails
   */
  static String run(Path home, String program, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(home.resolve("bin").resolve(program).toString()));
    command.addAll(arguments);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + "\n" + printed);
    }
    return printed;
  }
}
