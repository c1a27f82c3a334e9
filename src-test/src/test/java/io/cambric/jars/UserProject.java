package io.cambric.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A project of a user on the class path, compiled and run with nothing but the jars.
 *
 * @param folder of the project, with the sources below {@code src}
 */
record UserProject(Path folder) {

  private static final List<Path> LIBRARIES =
      Stream.concat(
              Stream.concat(Jars.APPLICATION.stream(), Jars.MARKERS.stream()), Jars.JUNIT.stream())
          .toList();

  /** {@return the library jars, the processor not among them, as options take them} */
  static String classPath() {
    return Jars.path(LIBRARIES.stream());
  }

  /** Writes a source file. */
  void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Compiles all sources, those of tests included, with the processor on its path. */
  void compile() throws IOException, InterruptedException {
    var arguments =
        new ArrayList<>(
            List.of(
                "--release",
                "25",
                "-Xlint:all,-processing",
                "-Werror",
                "--processor-path",
                Jars.PROCESSOR.toString(),
                "-cp",
                classPath(),
                "-d",
                folder.resolve("classes").toString()));
    try (var files = Files.walk(folder.resolve("src"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::toString)
          .forEach(arguments::add);
    }
    Jdk.run(Jdk.HOME, "javac", arguments);
  }

  /** {@return what a class of the project prints, run in its folder with vector kernels} */
  String run(String main) throws IOException, InterruptedException {
    return Jdk.run(
        Jdk.HOME,
        folder,
        "java",
        List.of(
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            Jars.path(Stream.of(Path.of("classes"), Path.of(classPath()))),
            main));
  }

  /** Runs one test of the project, a method without parameters. */
  void test(String packageName, String type, String method)
      throws IOException, InterruptedException {
    write(
        "src/test/java/" + packageName.replace('.', '/') + "/RunTest.java",
        """
        package %s;

        class RunTest {
          static void main() {
            new %s().%s();
          }
        }
        """
            .formatted(packageName, type, method));
    compile();
    run(packageName + ".RunTest");
  }
}
