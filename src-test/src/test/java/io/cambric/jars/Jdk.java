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
    return run(home, Path.of(""), program, arguments);
  }

  /**
   * {@return what a program prints that is started in a folder}
   *
   * @param home the folder of a JDK, or of an image that {@code jlink} made
   * @param directory the working directory of the program
   * @param program a program of the folder {@code bin} of {@code home}
   * @throws AssertionError if the program fails
   */
  static String run(Path home, Path directory, String program, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(home.resolve("bin").resolve(program).toString()));
    command.addAll(arguments);
    return output(command, directory);
  }

  /** {@return what a shell prints that runs commands in a folder, with this JDK on its path} */
  static String shell(String commands, Path directory) throws IOException, InterruptedException {
    return output(List.of("sh", "-e", "-c", commands), directory);
  }

  private static String output(List<String> command, Path directory)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toAbsolutePath().toFile())
            .redirectErrorStream(true);
    builder
        .environment()
        .merge("PATH", HOME.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    var process = builder.start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + "\n" + printed);
    }
    return printed;
  }
}
