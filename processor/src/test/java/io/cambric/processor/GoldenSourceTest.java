package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The text of generated classes, by example. Run with {@code -Dgolden.accept=true} to accept what
 * is generated now, and read the difference.
 */
class GoldenSourceTest {

  static final Path CASES = Compile.RESOURCES.resolve("golden");

  static Stream<String> cases() throws IOException {
    try (var folders = Files.list(CASES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void generated_text_is_the_accepted_one(String name) throws IOException {
    var generated = generated(compile(name));

    if (Boolean.getBoolean("golden.accept")) {
      accept(name, generated);
    }
    assertThat(generated).isEqualTo(accepted(name));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void generated_text_compiles_without_lint(String name) {
    var compilation = compile(name, "-Xlint:all,-processing", "-Xdoclint:all,-missing");

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(Compile.complaintsAboutGenerated(compilation)).isEmpty();
  }

  private static Compilation compile(String name, String... options) {
    var sources = Compile.sources(CASES.resolve(name).resolve("source"));
    return Compile.all(sources, new CambricProcessor(), options);
  }

  private static Map<String, String> generated(Compilation compilation) throws IOException {
    var files = new TreeMap<String, String>();
    for (JavaFileObject file : compilation.generatedSourceFiles()) {
      var path = file.getName();
      if (path.contains("/example/")) {
        var text = file.getCharContent(false).toString();
        files.put(path.substring(path.lastIndexOf('/') + 1), text);
      }
    }
    return files;
  }

  static Map<String, String> accepted(String name) throws IOException {
    var texts = new TreeMap<String, String>();
    try (var files = Files.list(CASES.resolve(name).resolve("generated"))) {
      for (var file : files.toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return texts;
  }

  private static void accept(String name, Map<String, String> generated) throws IOException {
    var folder = CASES.resolve(name).resolve("generated");
    Files.createDirectories(folder);
    for (var entry : generated.entrySet()) {
      Files.writeString(folder.resolve(entry.getKey()), entry.getValue());
    }
  }
}
