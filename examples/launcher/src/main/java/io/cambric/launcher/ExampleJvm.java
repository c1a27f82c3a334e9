package io.cambric.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JVM that runs an example. {@code JAVA_OPTS} holds more options of it, divided by blanks.
 *
 * @param target the folder of the built examples
 * @param arguments the name of an example and its options
 * @param isQuestion whether an option asks for help or the version
 */
record ExampleJvm(Path target, List<String> arguments, boolean isQuestion) {

  private static final String OPTIONS = "JAVA_OPTS";

  /** {@return the exit status of an example} */
  int run() throws IOException, InterruptedException {
    return run(jars(target.resolve("libs")), archive());
  }

  /** {@return the exit status of a command in another jar} */
  int with(Path jar) throws IOException, InterruptedException {
    return run(Stream.concat(jars(target.resolve("libs")), Stream.of(jar)), archive());
  }

  /** {@return the exit status of a command in another jar with libraries of its own} */
  int with(Path jar, Path libs) throws IOException, InterruptedException {
    // The archive is of the libraries of the examples alone.
    return run(Stream.concat(jars(libs), Stream.of(jar)), List.of());
  }

  private int run(Stream<Path> libraries, List<String> archive)
      throws IOException, InterruptedException {
    var jars = Stream.concat(Stream.of(target.resolve("examples.jar")), libraries);
    var command = new ArrayList<>(List.of(Child.java(), "--add-modules=jdk.incubator.vector"));
    command.addAll(archive);
    command.add("-Xlog:cds*=off,aot*=off");
    // Programs of arrays leave few large pieces of garbage: with this collector they hold a quarter
    // of the memory that they hold with the usual one, and start sooner.
    if (!options().matches("(?s).*-XX:\\+Use\\w*GC.*")) {
      command.add("-XX:+UseSerialGC");
    }
    command.addAll(Child.words(OPTIONS));
    command.add("-cp");
    command.add(String.join(File.pathSeparator, jars.map(Path::toString).toList()));
    command.add("io.cambric.examples.Main");
    command.addAll(arguments);
    return Child.awaitWithTerminal(new ProcessBuilder(command));
  }

  private static String options() {
    return Child.text(OPTIONS) + Child.text("JDK_JAVA_OPTIONS") + Child.text("JAVA_TOOL_OPTIONS");
  }

  /** {@return the jars in a folder, in the order of their names} */
  static Stream<Path> jars(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList().stream();
    }
  }

  /**
   * {@return the options that use the archive of classes, or write it}
   *
   * <p>The classes in it are parsed and verified, so a start takes half the time. The training of
   * the digits writes it at its end, in less than a second.
   */
  private List<String> archive() throws IOException {
    var archive = target.resolve("run.jsa");
    var release = target.resolve("run.jsa.release");
    var jdk = Path.of(System.getProperty("java.home"), "release");
    // An archive knows its jars by time and size, and its JDK by its version.
    var jars = List.of(target.resolve("examples.jar"), target.resolve("libs"));
    if (Files.exists(archive)
        && Files.exists(release)
        && Files.mismatch(jdk, release) < 0
        && !Newer.isIn(jars, archive)) {
      return List.of("-XX:SharedArchiveFile=" + archive);
    }
    boolean isDigits = !arguments.isEmpty() && arguments.getFirst().equals("digits");
    // Other options of the JVM may not fit an archive.
    if (!isDigits || isQuestion || !options().isBlank() || !Files.isWritable(target)) {
      return List.of();
    }
    Files.deleteIfExists(archive);
    Files.copy(jdk, release, StandardCopyOption.REPLACE_EXISTING);
    return List.of(
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+RecordDynamicDumpInfo",
        "-Dcambric.examples.archive=" + archive);
  }
}
