package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The form of pages of measured figures: the one that {@code ./run bench --report} writes. */
class BenchmarkPagesTest {

  private static final Path PAGES = Path.of("..", "docs", "inside", "benchmarks");
  private static final String INDEX = "README.md";
  private static final List<String> CONDITIONS =
      List.of(
          "Processor",
          "Cores",
          "Caches",
          "Measured peak",
          "OS",
          "JDK",
          "Compared with",
          "Command",
          "Statistic",
          "Commit",
          "Date",
          "Note");

  @TestFactory
  Stream<DynamicTest> page_is_conditions_and_tables_and_stands_in_the_index() throws IOException {
    var index = Files.readString(PAGES.resolve(INDEX));
    List<Path> pages;
    try (var files = Files.list(PAGES)) {
      pages = files.filter(file -> !file.endsWith(INDEX)).sorted().toList();
    }
    assertThat(pages).isNotEmpty();
    return pages.stream()
        .map(page -> dynamicTest(page.getFileName().toString(), () -> check(page, index)));
  }

  private static void check(Path page, String index) throws IOException {
    var lines = Files.readAllLines(page);
    assertThat(lines.getFirst()).startsWith("# ");
    assertThat(lines.subList(1, 4)).containsExactly("", "| | |", "| --- | --- |");
    assertThat(lines.subList(4, 4 + CONDITIONS.size()))
        .extracting(line -> line.split("\\|")[1].strip())
        .containsExactlyElementsOf(CONDITIONS);
    assertThat(lines.subList(4 + CONDITIONS.size(), lines.size()))
        .allMatch(line -> line.isEmpty() || line.startsWith("## ") || line.startsWith("| "));
    assertThat(index).contains("(%s)".formatted(page.getFileName()));
  }
}
