package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The links within the project: each leads to an existing file and heading. */
class LinksTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  @TestFactory
  Stream<DynamicTest> page_links_to_files_and_headings_that_exist() throws IOException {
    return pages().stream()
        .map(page ->
            dynamicTest(
                ROOT.relativize(page).toString(), () -> assertThat(broken(page)).isEmpty()));
  }

  /** {@return the pages at the root of the project, and all pages of its documentation} */
  static List<Path> pages() throws IOException {
    var pages = new ArrayList<Path>();
    for (var folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (var files = folder.equals(ROOT) ? Files.list(folder) : Files.walk(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    assertThat(pages).isNotEmpty();
    return pages;
  }

  private static List<String> broken(Path page) throws IOException {
    var broken = new ArrayList<String>();
    var links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
    while (links.find()) {
      var link = links.group(1);
      if (!link.matches("[a-z]+:.*") && !leads(page, link)) {
        broken.add(link);
      }
    }
    return broken;
  }

  private static boolean leads(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    var file = hash < 0 ? link : link.substring(0, hash);
    var target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /** {@return the anchors that GitHub gives to the headings of a page} */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(CODE_BLOCK.matcher(Files.readString(page)).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
