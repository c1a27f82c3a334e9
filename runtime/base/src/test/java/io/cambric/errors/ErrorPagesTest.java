package io.cambric.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of exceptions: each exception that can be thrown has one. */
class ErrorPagesTest {

  private static final Path DOCS = Path.of(System.getProperty("basedir", ""), "..", "..", "docs");

  static Stream<Class<?>> exceptions() {
    return concrete(CambricException.class);
  }

  private static Stream<Class<?>> concrete(Class<?> type) {
    var below = type.getPermittedSubclasses();
    return below == null ? Stream.of(type) : Stream.of(below).flatMap(ErrorPagesTest::concrete);
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void a_page_shows_a_failing_example_the_reason_and_a_mended_one(Class<?> exception)
      throws IOException {
    var page =
        Files.readAllLines(DOCS.resolve("reference/errors/" + exception.getSimpleName() + ".md"));

    assertThat(page.getFirst()).isEqualTo("# " + exception.getSimpleName());
    assertThat(page.stream().filter(line -> line.startsWith("## ")))
        .containsExactly("## Example", "## Why", "## Fix");
    assertThat(codeBlocksBelow(page, "## Example")).isPositive();
    assertThat(codeBlocksBelow(page, "## Fix")).isPositive();
  }

  private static long codeBlocksBelow(List<String> page, String heading) {
    return page.stream()
        .skip(page.indexOf(heading) + 1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.equals("```java"))
        .count();
  }

  @Test
  void there_is_no_page_of_an_exception_that_is_gone() throws IOException {
    try (var pages = Files.list(DOCS.resolve("reference/errors"))) {
      assertThat(
              pages
                  .map(page -> page.getFileName().toString())
                  .filter(name -> !name.equals("README.md")))
          .containsExactlyInAnyOrderElementsOf(
              exceptions().map(type -> type.getSimpleName() + ".md").toList());
    }
  }

  @Test
  void the_list_has_all_pages_with_their_first_sentences() throws IOException {
    var list = Files.readString(DOCS.resolve("reference/errors/README.md"));
    for (var type : exceptions().toList()) {
      var page = Files.readString(DOCS.resolve("reference/errors/" + type.getSimpleName() + ".md"));
      var paragraph = page.split("\n\n")[1].replace('\n', ' ').strip();
      assertThat(list)
          .contains(
              "| [%1$s](%1$s.md) | %2$s |"
                  .formatted(type.getSimpleName(), paragraph.split("(?<=\\.) (?=[A-Z`])")[0]));
    }
  }

  @Test
  void the_text_of_an_exception_points_to_its_page() {
    var exception = new ShapeException("It does not fit.");

    assertThat(exception.page()).isEqualTo("reference/errors/ShapeException.md");
    assertThat(exception)
        .hasMessage("It does not fit.")
        .hasToString(
            "io.cambric.errors.ShapeException: It does not fit. (see"
                + " docs/reference/errors/ShapeException.md in the sources of Cambric)");
  }

  @Test
  void a_published_build_knows_the_address_of_its_pages() {
    var build = new Properties();
    build.setProperty("account", "weaver");
    build.setProperty("pages", "https://github.com/weaver/cambric/blob/main/docs/");

    assertThat(Documentation.address("reference/errors/ShapeException.md", build))
        .isEqualTo(
            "https://github.com/weaver/cambric/blob/main/docs/reference/errors/ShapeException.md");
  }

  @Test
  void the_build_writes_account_and_address_of_the_root_pom() throws IOException {
    var build = new Properties();
    try (var stream = Documentation.class.getResourceAsStream("documentation.properties")) {
      build.load(stream);
    }
    assertThat(build.getProperty("pages"))
        .isEqualTo(
            "https://github.com/%s/cambric/blob/main/docs/"
                .formatted(build.getProperty("account")));
  }
}
