package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The page of the gallery: its counts of lines are those of the programs. */
class GalleryPageTest {

  private static final Path EXAMPLES = Path.of("..", "docs", "examples");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\| [^|]+ \\| (\\d+) \\| \\d+ \\|$");
  private static final Pattern FILE = Pattern.compile("\\]\\(([^)]+\\.java)\\)");
  private static final Pattern NO_CODE =
      Pattern.compile("(?ms)^\\s*/\\*\\*.*?\\*/|^(?:package|import) .*?;$|^\\s*//.*?$");

  @TestFactory
  Stream<DynamicTest> program_has_the_lines_that_the_page_counts() throws IOException {
    var rows = ROW.matcher(Files.readString(EXAMPLES.resolve("optax.md"))).results().toList();
    assertThat(rows).hasSize(6);
    return rows.stream()
        .map(row ->
            dynamicTest(
                row.group(1),
                () ->
                    assertThat(
                            FILE.matcher(row.group(2))
                                .results()
                                .mapToLong(file -> lines(EXAMPLES.resolve(file.group(1))))
                                .sum())
                        .isEqualTo(Long.parseLong(row.group(3)))));
  }

  private static long lines(Path program) {
    try {
      var code = NO_CODE.matcher(Files.readString(program)).replaceAll("");
      return code.lines().filter(line -> !line.isBlank()).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
