package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The jars and megabytes of docs/guides/builds.md, and those that {@code ./run deps} counts. */
@Tag("jars")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DependenciesPageTest {

  private static final Path PAGE = Path.of("..", "docs", "guides", "builds.md");
  private static final Pattern ROW = Pattern.compile("(?m)^(\\w+) +(\\d+) +(\\d+\\.\\d)$");

  /** Classes that change do not change the page at once. */
  private static final double SHARE = 0.1;

  private Map<String, Size> counted = Map.of();

  private record Size(int jars, double megabytes) {}

  @BeforeAll
  void count() throws IOException, InterruptedException {
    counted = rows(run(List.of("deps")));
  }

  private static String run(List<String> arguments) throws IOException, InterruptedException {
    return Jdk.run(
        Jdk.HOME,
        "java",
        Stream.concat(
                List.of("-cp", TestClassPath.text(), "io.cambric.examples.Main").stream(),
                arguments.stream())
            .toList());
  }

  private static Map<String, Size> rows(String text) {
    var rows = new LinkedHashMap<String, Size>();
    ROW.matcher(text)
        .results()
        .forEach(row ->
            rows.put(
                row.group(1),
                new Size(Integer.parseInt(row.group(2)), Double.parseDouble(row.group(3)))));
    return rows;
  }

  @Test
  void page_has_the_jars_and_megabytes_that_the_command_counts() throws IOException {
    var page = rows(Files.readString(PAGE));

    assertThat(page.keySet()).isEqualTo(counted.keySet()).isNotEmpty();
    page.forEach((purpose, size) -> {
      var now = counted.get(purpose);
      assertThat(now.jars()).as("jars of %s", purpose).isEqualTo(size.jars());
      assertThat(now.megabytes())
          .as("megabytes of %s", purpose)
          .isCloseTo(size.megabytes(), within(0.1 + SHARE * size.megabytes()));
    });
  }

  @Test
  void a_tokenizer_takes_no_arrays_and_layers_take_no_optimiser()
      throws IOException, InterruptedException {
    assertThat(run(List.of("deps", "tokenizer")))
        .contains("cambric-base-", "cambric-text-")
        .doesNotContain("cambric-core", "cambric-linen");
    assertThat(run(List.of("deps", "layers")))
        .contains("cambric-layers-")
        .doesNotContain("cambric-optax", "cambric-training", "cambric-serving");
  }

  @Test
  void jars_of_a_purpose_add_up_to_its_row() throws IOException, InterruptedException {
    var lines = run(List.of("deps", "training")).lines().toList();

    assertThat(lines).hasSize(counted.get("training").jars());
    assertThat(
            lines.stream()
                .mapToDouble(line -> Double.parseDouble(line.strip().split(" ")[0]))
                .sum())
        .isCloseTo(counted.get("training").megabytes(), within(0.1));
  }
}
