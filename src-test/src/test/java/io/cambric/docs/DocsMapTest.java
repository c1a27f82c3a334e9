package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The map of the documentation has all folders and the pages of its sections. */
class DocsMapTest {

  private static final Path DOCS = Path.of("..", "docs").toAbsolutePath().normalize();
  private static final Pattern SECTION = Pattern.compile("(?m)^## (.+)$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)\\)");

  /** Decisions stay where readers of other projects look for them. */
  private static final List<String> OUTSIDE = List.of("adr");

  private static List<String> folders() throws IOException {
    try (var files = Files.list(DOCS)) {
      return files
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !OUTSIDE.contains(name))
          .sorted()
          .toList();
    }
  }

  private static String map() throws IOException {
    return Files.readString(DOCS.resolve("README.md"));
  }

  @Test
  void sections_are_the_folders() throws IOException {
    var sections = SECTION.matcher(map()).results().map(each -> each.group(1));

    assertThat(sections.map(each -> each.toLowerCase(Locale.ROOT).replace(' ', '-')))
        .containsExactlyInAnyOrderElementsOf(folders());
  }

  static Stream<Path> pages() throws IOException {
    var map = DOCS.resolve("README.md");
    return LinksTest.pages().stream().filter(page -> page.startsWith(DOCS) && !page.equals(map));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_is_linked_from_the_map_or_the_first_page_of_its_folder(Path page) throws IOException {
    var index = page.resolveSibling("README.md");
    var maps =
        Files.exists(index) && !index.equals(page)
            ? Stream.of(DOCS.resolve("README.md"), index)
            : Stream.of(DOCS.resolve("README.md"));

    assertThat(maps.flatMap(DocsMapTest::links)).contains(page.normalize());
  }

  private static Stream<Path> links(Path map) {
    try {
      var text = Files.readString(map);
      return LINK
          .matcher(text)
          .results()
          .map(each -> map.resolveSibling(each.group(1)).normalize())
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
