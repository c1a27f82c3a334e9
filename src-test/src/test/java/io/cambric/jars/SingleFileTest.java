package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training in one file, which JBang runs, and what happens to it without the processor. */
@Sampled
@Tag("jars")
class SingleFileTest {

  private static final Path FILE = Path.of("../examples/jbang/Hello.java").toAbsolutePath();

  private static final String EVERYTHING =
      Jars.path(Stream.of(Jars.PROCESSOR, Path.of(UserProject.classPath())));

  @TempDir private Path folder;

  @Test
  void file_runs_by_the_lines_that_jbang_reads() throws IOException, InterruptedException {
    assertThat(lines("DEPS"))
        .containsExactly(
            "io.cambric:cambric-starter:0.1.0-SNAPSHOT",
            "io.cambric:cambric-processor:0.1.0-SNAPSHOT");
    Jdk.run(Jdk.HOME, "javac", with(options("COMPILE_OPTIONS"), "-cp", EVERYTHING, "-d", "."));

    var run = new ArrayList<>(options("RUNTIME_OPTIONS"));
    run.addAll(List.of("-cp", Jars.path(Stream.of(folder, Path.of(EVERYTHING))), "Hello"));
    assertThat(Jdk.run(Jdk.HOME, "java", run)).endsWith("learned: true\n");
  }

  @Test
  void processor_on_the_class_path_only_is_reported() {
    assertThatThrownBy(
            () -> Jdk.run(Jdk.HOME, "javac", with(List.of(), "-cp", EVERYTHING, "-d", ".")))
        .hasMessageContaining(
            "Hello.java:24: error: [ProcessorNotRun] The annotation processor did not "
                + "process CurveDef, so there is no class Curve.");
  }

  @Test
  void source_launcher_reports_that_it_runs_no_processor() {
    assertThatThrownBy(() -> Jdk.run(Jdk.HOME, "java", with(List.of(), "-cp", EVERYTHING)))
        .hasMessageContaining("[ProcessorNotRun]");
  }

  /** Arguments with the file at their end, and the empty folder in place of a dot. */
  private List<String> with(List<String> options, String... arguments) {
    var all = new ArrayList<>(options);
    Arrays.stream(arguments).map(a -> a.equals(".") ? folder.toString() : a).forEach(all::add);
    all.add(FILE.toString());
    return all;
  }

  private static List<String> options(String directive) throws IOException {
    return lines(directive).stream().flatMap(line -> Stream.of(line.split(" "))).toList();
  }

  /** The rest of each line that begins with a word of JBang. */
  private static List<String> lines(String directive) throws IOException {
    var start = "//" + directive + " ";
    return Files.readAllLines(FILE).stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }
}
