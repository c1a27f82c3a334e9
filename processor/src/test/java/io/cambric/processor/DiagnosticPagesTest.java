package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.processor.report.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every diagnostic has a page, and the examples on it do what the page says. */
class DiagnosticPagesTest {

  @ParameterizedTest
  @EnumSource
  void page_has_the_paragraph_and_the_severity_of_the_code(DiagnosticCode code) {
    var page = DiagnosticPage.of(code);

    assertThat(page.text()).startsWith("# " + code.tag() + "\n");
    assertThat(page.text())
        .contains("Severity: " + code.severity().name().toLowerCase(Locale.ROOT) + ".");
    assertThat(page.text().replaceAll("\\s+", " "))
        .contains(code.paragraph().replaceAll("\\s+", " "));
  }

  @ParameterizedTest
  @EnumSource
  void broken_example_is_reported_on_the_marked_line(DiagnosticCode code) {
    var page = DiagnosticPage.of(code);

    var compilation = Compile.example(page.broken(), page.options());

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(page.markedLine() + ": " + page.message());
  }

  @ParameterizedTest
  @EnumSource
  void mended_example_compiles_without_a_word(DiagnosticCode code) {
    var page = DiagnosticPage.of(code);

    var compilation = Compile.example(page.mended());

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(Compile.complaints(compilation)).isEmpty();
  }

  @Test
  void index_links_every_page_and_no_page_is_left_over() throws IOException {
    var tags = Arrays.stream(DiagnosticCode.values()).map(DiagnosticCode::tag).toList();
    var index = Files.readString(DiagnosticPage.FOLDER.resolve("README.md"));
    try (var files = Files.list(DiagnosticPage.FOLDER)) {
      var pages = files.map(file -> file.getFileName().toString().replace(".md", ""));

      assertThat(pages.filter(page -> !page.equals("README")))
          .containsExactlyInAnyOrderElementsOf(tags);
      assertThat(tags)
          .allSatisfy(tag -> assertThat(index).contains("[" + tag + "](" + tag + ".md)"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void index_tells_severity_and_stage(DiagnosticCode code) throws IOException {
    assertThat(Files.readString(DiagnosticPage.FOLDER.resolve("README.md")))
        .contains(
            "| [%s](%1$s.md) | %s | %s | "
                .formatted(code.tag(), code.severity(), code.stage())
                .replace(code.severity().name(), code.severity().name().toLowerCase(Locale.ROOT))
                .replace(code.stage().name(), code.stage().name().toLowerCase(Locale.ROOT)));
  }
}
