package io.cambric.flax.serialization;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs in Python that use the real Flax. The interpreter is that of the system property {@code
 * python}, else {@code python3}. Where it has no Flax, tests are skipped, and a line says so.
 */
final class FlaxProcess {

  private static final int MINUTES = 4;

  private static final String PYTHON = System.getProperty("python", "python3");

  private static final String FOUND = find();

  private FlaxProcess() {}

  private static String find() {
    try {
      return run("import flax, optax\nprint('flax ' + flax.__version__)");
    } catch (IOException | IllegalStateException e) {
      return "";
    }
  }

  /** {@return the output of a program; the test is skipped where there is no Flax} */
  static List<String> lines(String program, Object... arguments) throws IOException {
    if (FOUND.isEmpty()) {
      System.out.printf(
          "Skipped: %s has no flax and optax. Name an interpreter that has, with -Dpython=PATH.%n",
          PYTHON);
    }
    assumeTrue(!FOUND.isEmpty(), "no Flax");
    return run(program, arguments).lines().toList();
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
