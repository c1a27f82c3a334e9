package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Javadoc, comments and pages keep to the words of the glossary and to plain sentences. */
class ProseTest {

  private static final Path ROOT = Path.of("..");

  /** Folders and pages that people read: Maven modules at both levels, and pages at the first. */
  static Stream<Path> places() throws IOException {
    try (var top = Files.list(ROOT);
        var modules = Files.find(ROOT, 2, (path, _) -> isModule(path))) {
      var pages = top.filter(ProseTest::isRead);
      return Stream.concat(pages, modules).sorted().toList().stream();
    }
  }

  private static boolean isModule(Path path) {
    return Files.isDirectory(path.resolve("src")) && Files.exists(path.resolve("pom.xml"));
  }

  private static boolean isRead(Path path) {
    return path.endsWith("docs") || path.toString().endsWith(".md");
  }

  @ParameterizedTest
  @MethodSource("places")
  void every_sentence_keeps_the_rules(Path place) throws IOException {
    var broken = new ArrayList<String>();
    for (var file : files(place)) {
      for (var sentence : Prose.of(file)) {
        broken.addAll(broken(sentence));
      }
    }
    assertThat(broken).isEmpty();
  }

  private static List<Path> files(Path place) throws IOException {
    var start = Files.isDirectory(place.resolve("src")) ? place.resolve("src") : place;
    try (var all = Files.walk(start)) {
      return all.filter(file -> file.toString().matches(".*\\.(java|md)"))
          // The rules name what they forbid.
          .filter(file -> !file.endsWith("ProseRule.java") && !file.endsWith("ProseTest.java"))
          .sorted()
          .toList();
    }
  }

  private static List<String> broken(Sentence sentence) {
    return Arrays.stream(ProseRule.values())
        .flatMap(rule -> rule.broken(sentence).stream())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A lot of packed rows.                        | WORD_OF_THE_FIELD",
        "Packs rows in turn.                          | WORD_OF_THE_FIELD",
        "Packs the rows that are wanted.              | WORD_OF_THE_FIELD",
        "Carries are copied in every round.           | WORD_OF_THE_FIELD",
        "What a loop reads is packed.                 | SUBJECT_FIRST",
        "Those of the first block are kept.           | SUBJECT_FIRST",
        "Has products run the pointwise loop.         | ACTIVE_VERB",
        "Says that the next loop has another operand. | ACTIVE_VERB",
        "The cache lets go of old programs.           | ACTIVE_VERB",
        "Like that of a row, those of columns count.  | NOUN_AGAIN"
      })
  void a_sentence_that_breaks_a_rule_is_found(String text, ProseRule rule) {
    assertThat(rule.broken(new Sentence(Path.of("Some.java"), 3, text)))
        .hasValueSatisfying(
            message -> assertThat(message).startsWith("Some.java:3: \"%s\" ".formatted(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Rounds to the nearest even number.",
        "Twenty rounds of threefry encrypt a counter.",
        "The first round of annotation processing reads the records.",
        "What fuses with a reduction?",
        "Transposes the rows that remain."
      })
  void a_plain_sentence_is_not(String text) {
    assertThat(broken(new Sentence(Path.of("Some.java"), 3, text))).isEmpty();
  }

  @Test
  void javadoc_is_read_without_code_links_and_tags() {
    var source =
        """
        class Some {
          /**
           * Packs {@code a lot}. See {@link Other#turn the panels}.
           *
           * @param rows number of rows
           */
          void pack(int rows) {} // Once a loop,
          // and only there.
          String text = "// no comment";
        }
        """;
    assertThat(Prose.ofJava(Path.of("Some.java"), source))
        .extracting(Sentence::text)
        .containsExactly(
            "Packs CODE.", "See the panels.", "number of rows", "Once a loop, and only there.");
  }

  @Test
  void messages_and_descriptions_are_read_without_values_and_quoted_names() {
    var source =
        """
        class Some {
          @Option(names = "--seed", description = "Seed of "
              + "the noise.")
          int seed;

          void check(String name) {
            if (name.isEmpty()) {
              throw new ShapeException(
                  "Parameter \\"kernel\\" needs %d axes. "
                      + "Give one.".formatted(3)); // not a word
            }
            log("a string in between");
          }
        }
        """;
    assertThat(Prose.ofJava(Path.of("Some.java"), source))
        .extracting(Sentence::text)
        .containsExactly(
            "not a word", "Seed of the noise.", "Parameter CODE needs CODE axes.", "Give one.");
  }

  @Test
  void messages_of_helpers_and_diagnostics_are_read() {
    var source =
        """
        enum Code {
          LOCAL(
              \"""
              A local record generates nothing. Move it \\
              out of the method.\\
              \""");

          static IOException missing(String name) {
            return new IOException("File %s is missing. Copy it.".formatted(name));
          }

          void check(Report report) {
            report.about(LOCAL, "%s is local.".formatted(name), "Move it.");
            log("a string in between", \"""
                a page
                \""");
          }
        }
        """;
    assertThat(Prose.ofJava(Path.of("Some.java"), source))
        .extracting(Sentence::text)
        .containsExactly(
            "File CODE is missing.",
            "Copy it.",
            "CODE is local.",
            "Move it.",
            "A local record generates nothing.",
            "Move it out of the method.");
  }

  @Test
  void generated_javadoc_is_read_without_values_and_tags() {
    var source =
        """
        class Some {
          static final Kind JIT = new Kind("Jit", "{@return the function of $L compiled}");

          static final String GRADIENTS =
              \"""
              <p>Call {@code argnums(0)} on the result
              to select others.

              @see <a href="https://docs.jax.dev">jax.$L</a>
              \""";

          void write(TypeSpec.Builder type) {
            type.addJavadoc("Copies of $L. Used by\\n{@link $T}.\\n\\n", name, user)
                .addJavadoc("@param argnum number of an argument\\n");
          }
        }
        """;
    assertThat(Prose.ofJava(Path.of("Some.java"), source))
        .extracting(Sentence::text)
        .containsExactly(
            "Copies of CODE.",
            "Used by LINK.",
            "number of an argument",
            "the function of CODE compiled}",
            "Call CODE on the result to select others.");
  }

  @Test
  void a_page_is_read_without_headings_and_code() {
    var page =
        """
        # A lot

        Programs are [fused](design/fusion.md). A `turn` is code.

        ```java
        var lot = 1;
        ```

        | step | time |
        | --- | --- |
        | gemm | short |
        """;
    assertThat(Prose.ofMarkdown(Path.of("page.md"), page))
        .extracting(Sentence::text)
        .contains("Programs are fused.", "A CODE is code.", "gemm", "short")
        .doesNotContain("A lot", "var lot = 1;");
  }
}
