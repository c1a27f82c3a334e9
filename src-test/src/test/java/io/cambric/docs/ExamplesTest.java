package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java blocks of pages: each compiles, and prints the block of text after it. */
class ExamplesTest {

  private static final Path DOCS = Path.of("..", "docs");

  private static final List<String> FOLDERS = List.of("learn", "guides", "coming-from", "examples");

  /** Pages whose blocks need a build or a cluster, and have tests of their own. */
  private static final List<Path> OTHERS = List.of(Path.of("builds.md"), Path.of("spark.md"));

  @TestFactory
  Stream<DynamicContainer> pages(@TempDir Path folder) throws IOException {
    var pages = new ArrayList<DynamicContainer>();
    for (var name : names()) {
      var classes = Files.createDirectory(folder.resolve("page" + pages.size()));
      pages.add(dynamicContainer(name, examples(name, classes)));
    }
    return pages.stream();
  }

  private static List<String> names() throws IOException {
    var names = new ArrayList<>(List.of("../README.md"));
    for (var each : FOLDERS) {
      try (var files = Files.walk(DOCS.resolve(each))) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !OTHERS.contains(file.getFileName()))
            .sorted()
            .forEach(file -> names.add(DOCS.relativize(file).toString()));
      }
    }
    return names;
  }

  private static Stream<DynamicTest> examples(String name, Path folder) throws IOException {
    var page = Page.of(name);
    ClassLoader classes;
    try {
      classes = page.compiled(folder);
    } catch (AssertionError e) {
      return Stream.of(
          dynamicTest(
              "compilation",
              () -> {
                throw e;
              }));
    }
    return page.examples().stream()
        .map(example ->
            dynamicTest(
                "line " + example.line(),
                () -> assertThat(example.run(classes)).isEqualTo(example.output())));
  }
}
