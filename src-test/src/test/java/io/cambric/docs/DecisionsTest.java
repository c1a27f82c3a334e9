package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The form of architecture decision records, and their rows in the index. */
class DecisionsTest {

  private static final Path DECISIONS = Path.of("..", "docs", "adr");
  private static final Pattern FILE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern TITLE = Pattern.compile("# (\\d+)\\. (.+)");
  private static final Pattern STATUS = Pattern.compile("([^,]+), (\\d{4}-\\d{2}-\\d{2})\\.");
  private static final List<String> HEADINGS =
      List.of(
          "## Status",
          "## Summary",
          "## Motivation",
          "## Decision",
          "## Alternatives considered",
          "## Consequences");

  @TestFactory
  Stream<DynamicTest> decision_has_the_headings_of_the_template() throws IOException {
    return decisions().stream()
        .map(file ->
            dynamicTest(
                file.getFileName().toString(),
                () -> {
                  var lines = Files.readAllLines(file);
                  assertThat(lines.getFirst()).matches(TITLE);
                  assertThat(lines.stream().filter(line -> line.startsWith("## ")))
                      .containsExactlyElementsOf(HEADINGS);
                  for (var heading : HEADINGS) {
                    assertThat(lines.get(lines.indexOf(heading) + 2))
                        .as("text of \"%s\"", heading)
                        .isNotBlank()
                        .doesNotStartWith("#");
                  }
                }));
  }

  @Test
  void index_has_number_title_date_and_status_of_each_decision_in_order() throws IOException {
    var rows =
        Files.readAllLines(DECISIONS.resolve("README.md")).stream()
            .filter(line -> line.startsWith("| ["))
            .toList();
    var expected = decisions().stream().map(DecisionsTest::row).toList();

    assertThat(rows.stream().map(row -> row.substring(0, row.lastIndexOf(" | ") + 3)))
        .containsExactlyElementsOf(expected);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row.substring(row.lastIndexOf(" | ") + 3)).matches("\\S.*\\. \\|"));
  }

  /** {@return the row of a decision in the index, without its last cell} */
  private static String row(Path file) {
    try {
      var lines = Files.readAllLines(file);
      var title = TITLE.matcher(lines.getFirst());
      var status = STATUS.matcher(lines.get(lines.indexOf("## Status") + 2));
      var name = FILE.matcher(file.getFileName().toString());
      assertThat(title.matches() && status.matches() && name.matches()).as("%s", file).isTrue();
      assertThat(Integer.parseInt(name.group(1))).isEqualTo(Integer.parseInt(title.group(1)));
      return "| [%s](%s) | %s | %s | %s | "
          .formatted(
              title.group(1), file.getFileName(), title.group(2), status.group(2), status.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> decisions() throws IOException {
    try (var files = Files.list(DECISIONS)) {
      var decisions =
          files
              .filter(file -> FILE.matcher(file.getFileName().toString()).matches())
              .sorted()
              .toList();
      assertThat(decisions).isNotEmpty();
      return decisions;
    }
  }
}
