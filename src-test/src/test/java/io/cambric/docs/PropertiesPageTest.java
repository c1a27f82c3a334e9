package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of properties: it lists the system properties and the loggers of the sources. */
class PropertiesPageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/reference/properties.md");
  private static final List<String> MODULES =
      List.of(
          "annotations",
          "processor",
          "runtime/base",
          "runtime/core",
          "runtime/linen",
          "runtime/io",
          "runtime/distributed",
          "kernels-simd",
          "optax",
          "nn/layers",
          "nn/training",
          "nn/serving",
          "nn/flax-optim",
          "nn/data",
          "nn/frameworks",
          "nn/text",
          "nn/models",
          "nn/spark",
          "examples");

  /**
   * A read of a property, by its name or by a constant, as in {@code getProperty(PROPERTY, "")}.
   */
  private static final Pattern READ =
      Pattern.compile(
          "\\b(?:System\\.getProperty|Integer\\.getInteger|Long\\.getLong|Boolean\\.getBoolean)"
              + "\\(\\s*(?:\"([^\"]+)\"|([A-Z_]+))");

  private static final Pattern LOGGER = Pattern.compile("getLogger\\(\\s*\"([^\"]+)\"");
  private static final Pattern LISTED = Pattern.compile("(?m)^\\| `([\\w.]+)` \\|");

  @Test
  void page_lists_the_properties_that_sources_read_and_no_others() throws IOException {
    var read = new TreeSet<String>();
    for (var source : sources()) {
      READ.matcher(source)
          .results()
          .map(found -> found.group(1) != null ? found.group(1) : constant(source, found.group(2)))
          .filter(name -> name.startsWith("cambric."))
          .forEach(read::add);
    }
    assertThat(read).isNotEmpty();
    assertThat(listed("cambric.")).isEqualTo(read);
  }

  @Test
  void page_lists_the_loggers_of_the_library() throws IOException {
    var loggers = new TreeSet<String>();
    for (var source : sources()) {
      LOGGER.matcher(source).results().map(found -> found.group(1)).forEach(loggers::add);
    }
    // The examples set a level for all loggers, and have one of their own.
    loggers.removeAll(List.of("io.cambric", "io.cambric.examples"));
    assertThat(loggers).isNotEmpty();
    assertThat(listed("io.cambric")).isEqualTo(loggers);
  }

  private static String constant(String source, String name) {
    var value = Pattern.compile("String %s =\\s*\"([^\"]+)\"".formatted(name)).matcher(source);
    assertThat(value.find()).as("a constant %s", name).isTrue();
    return value.group(1);
  }

  private static TreeSet<String> listed(String prefix) throws IOException {
    return LISTED
        .matcher(Files.readString(PAGE))
        .results()
        .map(found -> found.group(1))
        .filter(name -> name.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> sources() throws IOException {
    var sources = new ArrayList<String>();
    for (var module : MODULES) {
      try (var files = Files.walk(ROOT.resolve(module).resolve("src").resolve("main"))) {
        for (var file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    return sources;
  }
}
