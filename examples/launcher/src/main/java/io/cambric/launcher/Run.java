package io.cambric.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Starts an example in a JVM of its own, with vector instructions and an archive of classes. The
 * project is built first if there is no build, or a source is newer. The scripts {@code run} and
 * {@code run.cmd} start this file, and pass the folder of the project before the user's arguments.
 */
public final class Run {

  /** Options that start no example, and need nothing fetched. */
  private static final List<String> QUESTIONS = List.of("--help", "-h", "--version", "-V");

  private static final Part BENCHMARKS =
      Part.of("src-test/benchmarks", "", "building the benchmarks");

  private static final Part RIVALS =
      Part.of(
          "src-test/benchmarks/rivals",
          "rivals",
          "fetching and building the rivals (100 MB and more)");

  private Run() {}

  /**
   * Starts what the arguments name, and ends with its exit status.
   *
   * @param arguments the folder of the project, the name of an example, and its options
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var build = new Build(Path.of(arguments[0]).toAbsolutePath().normalize());
    int status;
    try {
      status = start(build, Arrays.asList(arguments).subList(1, arguments.length));
      build.keepLauncher();
    } catch (LaunchException e) {
      System.err.println(e.getMessage());
      status = 1;
    }
    System.exit(status);
  }

  private static int start(Build build, List<String> arguments)
      throws IOException, InterruptedException, LaunchException {
    build.examples();
    boolean isQuestion = arguments.stream().anyMatch(QUESTIONS::contains);
    var examples = new ExampleJvm(build.target(), arguments, isQuestion);
    var name = arguments.isEmpty() ? "" : arguments.getFirst();
    return switch (name) {
      case "bench" -> examples.with(build.part(BENCHMARKS));
      case "rivals" ->
          isQuestion ? examples.run() : examples.with(build.part(RIVALS), build.libs(RIVALS));
      case "spark-digits" -> isQuestion ? examples.run() : SparkCluster.submit(build, arguments);
      default -> examples.run();
    };
  }
}
