package io.cambric.examples.jshell;

import io.cambric.examples.Version;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import jdk.jshell.tool.JavaShellToolBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ./run jshell}: a session that has imported what programs import. */
@Command(
    name = "jshell",
    description = "Starts JShell with Cambric: arrays, layers, and modules from lambdas.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class JShellCommand implements Callable<Integer> {

  /** The imports; notebooks begin with the same. */
  private static final String IMPORTS = "cambric.jsh";

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Files with snippets to run first; - is the standard input.")
  private List<String> files = new ArrayList<>();

  /** Makes the command. */
  public JShellCommand() {}

  @Override
  public Integer call() throws IOException {
    var folder = Files.createTempDirectory("cambric-jshell");
    try {
      var arguments =
          new ArrayList<>(
              List.of(
                  "--class-path",
                  System.getProperty("java.class.path"),
                  // The kernels of the process that runs the snippets.
                  "-R--add-modules=jdk.incubator.vector",
                  "-R-XX:+UseSerialGC",
                  "--startup",
                  copied(folder).toString()));
      arguments.addAll(files);
      return start(arguments);
    } finally {
      Files.deleteIfExists(folder.resolve(IMPORTS));
      Files.deleteIfExists(folder);
    }
  }

  private static int start(List<String> arguments) {
    try {
      return JavaShellToolBuilder.builder().start(arguments.toArray(String[]::new));
    } catch (Exception e) { // the signature names no other
      throw new IllegalStateException("JShell has failed.", e);
    }
  }

  /** {@return the imports as a file: JShell reads startup from files only} */
  private static Path copied(Path folder) throws IOException {
    try (InputStream in = JShellCommand.class.getResourceAsStream(IMPORTS)) {
      return Files.write(folder.resolve(IMPORTS), Objects.requireNonNull(in).readAllBytes());
    }
  }
}
