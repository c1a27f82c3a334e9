package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on builds: its commands run, and its files are those of the examples. */
@Sampled
@Tag("jars")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a shell")
class BuildsPageTest {

  private static final Path EXAMPLES = Path.of("../examples");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  @TempDir private static Path folder;

  /** The folder that the page describes. */
  @BeforeAll
  static void copy() throws IOException {
    var libs = Files.createDirectories(folder.resolve("libs"));
    for (var jar : Stream.concat(Jars.APPLICATION.stream(), Jars.MARKERS.stream()).toList()) {
      Files.copy(jar, libs.resolve(jar.getFileName()));
    }
    Files.copy(Jars.PROCESSOR, folder.resolve("processor.jar"));
    Files.copy(Jars.ECLIPSE, folder.resolve("ecj.jar"));
    Files.copy(EXAMPLES.resolve("jbang/Hello.java"), folder.resolve("Hello.java"));
    GradleExampleTest.copy(EXAMPLES.resolve("gradle"), new UserProject(folder));
    Files.writeString(folder.resolve("module-info.java"), blocks("java").getFirst());
  }

  static List<String> commands() throws IOException {
    return blocks("sh");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void commands_end_with_a_trained_network(String commands)
      throws IOException, InterruptedException {
    assertThat(Jdk.shell(commands, folder)).endsWith("learned: true\n");
  }

  @Test
  void build_file_of_gradle_is_that_of_the_example() throws IOException {
    assertThat(blocks("kotlin"))
        .containsExactly(Files.readString(EXAMPLES.resolve("gradle/build.gradle.kts")));
  }

  @Test
  void lines_of_jbang_are_those_of_the_example() throws IOException {
    assertThat(Files.readString(EXAMPLES.resolve("jbang/Hello.java")))
        .startsWith(blocks("java").getLast() + "\n");
  }

  @Test
  void plugins_of_maven_are_those_of_the_archetype() throws IOException {
    var pom =
        Files.readString(
            EXAMPLES.resolve("archetype/src/main/resources/archetype-resources/pom.xml"));

    assertThat(blocks("xml"))
        .isNotEmpty()
        .allSatisfy(block -> assertThat(pom).contains(block.indent(6)));
  }

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs/guides/builds.md")))
        .results()
        .filter(found -> found.group(1).equals(language))
        .map(found -> found.group(2))
        .toList();
  }
}
