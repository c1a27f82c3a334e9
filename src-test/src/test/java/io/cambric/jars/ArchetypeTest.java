package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project as the archetype makes it. */
@Sampled
@Tag("jars")
class ArchetypeTest {

  private static final Path MAIN = Path.of("../examples/archetype/src/main");
  private static final Path RESOURCES = MAIN.resolve("resources/archetype-resources");
  private static final Pattern VERSION = Pattern.compile("<version>([\\w.-]+)</version>");

  @TempDir private static Path folder;

  private static String pom;

  /** Does what Velocity does with the few references that the files have. */
  @BeforeAll
  static void generate() throws IOException {
    try (var files = Files.walk(RESOURCES)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var name = RESOURCES.relativize(file).toString();
        var text =
            Files.readString(file)
                .replace("${package}", "org.example.houses")
                .replace("${groupId}", "org.example")
                .replace("${artifactId}", "houses")
                .replace("${version}", "1-SNAPSHOT")
                .replace("${cambricVersion}", "0.1.0-SNAPSHOT");
        new UserProject(folder)
            .write(name.replaceFirst("(src/\\w+/java/)", "$1org/example/houses/"), text);
      }
    }
    pom = Files.readString(folder.resolve("pom.xml"));
  }

  @Test
  void project_trains_on_its_table() throws IOException, InterruptedException {
    var project = new UserProject(folder);
    project.compile();

    var printed = project.run("org.example.houses.Train");

    assertThat(printed).containsPattern("mean error of a price: [67]\\d\\d\\d\n$");
  }

  @Test
  void test_of_the_project_passes() throws IOException, InterruptedException {
    new UserProject(folder).test("org.example.houses", "TrainTest", "prices_are_learned");
  }

  @Test
  void pom_has_versions_that_this_build_uses() throws IOException {
    var parent = Files.readString(Path.of("../pom.xml")) + Files.readString(Path.of("pom.xml"));

    assertThat(VERSION.matcher(pom).results().map(found -> found.group(1)))
        .isNotEmpty()
        .filteredOn(version -> !version.equals("1-SNAPSHOT"))
        .allSatisfy(version -> assertThat(parent).contains(">" + version + "<"));
  }

  @Test
  void descriptor_takes_every_file_along() throws IOException {
    var descriptor =
        Files.readString(MAIN.resolve("filtered/META-INF/maven/archetype-metadata.xml"));
    try (var files = Files.walk(RESOURCES)) {
      assertThat(files.filter(Files::isRegularFile).map(RESOURCES::relativize))
          .filteredOn(file -> !file.equals(Path.of("pom.xml")))
          .allSatisfy(file -> {
            var parent = file.getParent();
            assertThat(descriptor)
                .contains(
                    parent == null
                        ? "<include>" + file + "</include>"
                        : "<directory>" + parent + "</directory>");
          });
    }
  }

  @Test
  void files_have_nothing_that_velocity_takes_for_a_comment_or_a_directive() throws IOException {
    try (var files = Files.walk(RESOURCES)) {
      for (var file : files.filter(f -> f.toString().matches(".*\\.(java|xml|md)")).toList()) {
        assertThat(Files.readString(file)).doesNotContainPattern("##|#\\*|#[a-z{@]");
      }
    }
  }
}
