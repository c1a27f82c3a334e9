package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for Gradle, built with the paths that its build file gives. */
@Sampled
@Tag("jars")
class GradleExampleTest {

  private static final Path EXAMPLE = Path.of("../examples/gradle");
  private static final Pattern DEPENDENCY = Pattern.compile("(\\w+)\\(\"([\\w.:$-]+)\"\\)");

  @Test
  void project_compiles_and_its_test_passes(@TempDir Path folder)
      throws IOException, InterruptedException {
    var project = new UserProject(folder);
    copy(EXAMPLE, project);

    project.test("curve", "TrainTest", "curve_is_learned");

    assertThat(project.run("curve.Train")).endsWith("learned: true\n");
  }

  @Test
  void each_artifact_is_in_its_configuration() throws IOException {
    var build = Files.readString(EXAMPLE.resolve("build.gradle.kts"));

    assertThat(DEPENDENCY.matcher(build).results().map(m -> m.group(1) + " " + m.group(2)))
        .containsExactly(
            "implementation io.cambric:cambric-starter:$cambric",
            "annotationProcessor io.cambric:cambric-processor:$cambric",
            "testImplementation org.junit.jupiter:junit-jupiter:6.1.3",
            "testRuntimeOnly org.junit.platform:junit-platform-launcher");
    assertThat(Files.readString(Path.of("../pom.xml")))
        .contains("<revision>0.1.0-SNAPSHOT</revision>")
        .contains("<junit.version>6.1.3</junit.version>");
    assertThat(build).contains("val cambric = \"0.1.0-SNAPSHOT\"");
  }

  @Test
  void processors_state_to_gradle_whether_they_are_isolating() throws IOException {
    assertThat(
            Jars.text(Jars.PROCESSOR, "META-INF/gradle/incremental.annotation.processors").strip())
        .isEqualTo(
            """
            io.cambric.processor.CambricProcessor,isolating
            io.cambric.processor.example.ExampleProcessor,aggregating
            io.cambric.processor.example.ListedExamplesProcessor,aggregating\
            """);
  }

  /** Copies the sources of an example. */
  static void copy(Path example, UserProject project) throws IOException {
    try (var files = Files.walk(example.resolve("src"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        project.write(example.relativize(file).toString(), Files.readString(file));
      }
    }
  }
}
