package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages name commands and artifacts that exist. */
class NamesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMAND = Pattern.compile("\\./run ([a-z0-9][\\w-]*)");
  private static final Pattern ARTIFACT = Pattern.compile("\\bcambric-[a-z-]+[a-z]\\b");
  private static final Pattern OWN = Pattern.compile("<artifactId>(cambric-[a-z-]+)</artifactId>");

  static Stream<Path> pages() throws IOException {
    // Decisions name what was there when they were made.
    return LinksTest.pages().stream().filter(page -> !page.getParent().endsWith("adr"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_command_of_a_page_exists(Path page) throws IOException {
    var commands = Main.commandLine().getSubcommands().keySet();

    assertThat(names(COMMAND, Files.readString(page), 1)).isSubsetOf(commands);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void an_artifact_of_a_page_exists(Path page) throws IOException {
    assertThat(names(ARTIFACT, Files.readString(page), 0)).isSubsetOf(artifacts());
  }

  private static Set<String> names(Pattern pattern, String text, int group) {
    var names = new HashSet<String>();
    pattern.matcher(text).results().forEach(found -> names.add(found.group(group)));
    return names;
  }

  private static Set<String> artifacts() throws IOException {
    var artifacts = new HashSet<String>();
    try (var poms = Files.walk(ROOT, 3)) {
      for (var pom : poms.filter(file -> file.endsWith("pom.xml")).toList()) {
        artifacts.addAll(names(OWN, Files.readString(pom), 1));
      }
    }
    return artifacts;
  }
}
