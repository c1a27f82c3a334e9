package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Definitions and pytrees of every style, all right: the processor says nothing about them, and
 * what it generates compiles without a warning. Each section of the resource is a class of its own,
 * in a package of its own.
 */
class RightDefinitionsTest {

  private static final Path FILE = Compile.RESOURCES.resolve("right-definitions.txt");

  @Test
  void generated_code_compiles_with_all_lint() throws IOException {
    var compilation = Compile.all(sources(), new CambricProcessor(), "-Xlint:all");

    assertThat(compilation.errors()).isEmpty();
    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(Compile.complaintsAboutGenerated(compilation)).isEmpty();
  }

  @Test
  void generated_code_compiles_under_another_compiler(@TempDir Path folder) throws IOException {
    var compilation = Eclipse.compile(sources(), folder);

    assertThat(compilation.errors()).isEmpty();
    assertThat(compilation.ours()).isEmpty();
  }

  private static List<JavaFileObject> sources() throws IOException {
    var sources = new ArrayList<JavaFileObject>();
    for (var section : Files.readString(FILE).split("(?m)^=== ")) {
      if (!section.isEmpty()) {
        int title = section.indexOf('\n');
        var packageName = "right." + section.substring(0, title).replaceAll("\\W", "_");
        sources.add(
            JavaFileObjects.forSourceString(
                packageName + ".Case",
                "package %s;\n%s\npublic class Case {\n%s}\n"
                    .formatted(
                        packageName, DiagnosticPage.imports(), section.substring(title + 1))));
      }
    }
    return sources;
  }
}
