package io.cambric.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Programs in Python that import libraries. The interpreter is that of the system property {@code
 * python}, else {@code python3}. Where it lacks one of the libraries, tests are skipped, and a line
 * says so.
 */
public final class PythonProcess {

  private static final int MINUTES = 4;

  private static final String PYTHON = System.getProperty("python", "python3");

  private static final ConcurrentMap<List<String>, Boolean> FOUND = new ConcurrentHashMap<>();

  private final List<String> libraries;

  private PythonProcess(List<String> libraries) {
    this.libraries = libraries;
  }

  /** {@return processes with these libraries, named as programs import them} */
  public static PythonProcess with(String... libraries) {
    return new PythonProcess(List.of(libraries));
  }

  /**
   * {@return the lines that a program prints; the test is skipped where a library is missing}
   *
   * @param arguments of the program, as {@code sys.argv} has them from its second element on
   * @throws IllegalStateException with the program's output if it fails
   */
  public List<String> lines(String program, Object... arguments) throws IOException {
    boolean found = FOUND.computeIfAbsent(libraries, PythonProcess::find);
    var names = String.join(", ", libraries);
    if (!found) {
      System.out.printf(
          "Skipped: %s cannot import %s. Name an interpreter that can, with -Dpython=PATH.%n",
          PYTHON, names);
    }
    assumeTrue(found, "no " + names);
    return run(program, arguments).lines().toList();
  }

  private static boolean find(List<String> libraries) {
    try {
      run("import " + String.join(", ", libraries));
      return true;
    } catch (IOException | IllegalStateException e) {
      return false;
    }
  }

  private static String run(String program, Object... arguments) throws IOException {
    var command = new ArrayList<>(List.of(PYTHON, "-c", program));
    for (var argument : arguments) {
      command.add(argument.toString());
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAX_PLATFORMS", "cpu");
    var process = builder.start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IllegalStateException(output);
      }
      return output;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
