package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.processor.CambricProcessor;
import io.cambric.processor.example.ExampleProcessor;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of {@code docs/reference/diagnostics}, checked against the library. The processor's
 * own tests compile them against stand-ins, since it is built first.
 */
class DiagnosticPagesTest {

  private static final Path FOLDER = Path.of("..", "docs", "reference", "diagnostics");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w+\\n(.*?)^```$");

  /** The options of the compiler that a broken example begins with. */
  private static final Pattern COMMAND = Pattern.compile("^// javac (.*)\n");

  private static final Pattern METHOD = Pattern.compile("(?m)^void \\w+\\(");

  static Stream<String> pages() throws IOException {
    try (var files = Files.list(FOLDER)) {
      var pages =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.equals("README.md"))
              .sorted();
      return Sample.of("pages of diagnostics", pages.toList());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void broken_example_is_reported(String page) throws IOException {
    var blocks = blocks(page);

    assertThat(messages(compile(blocks.get(0)))).contains(blocks.get(1).strip());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void mended_example_compiles(String page) throws IOException {
    var compilation = compile(blocks(page).get(2));

    assertThat(compilation.errors()).isEmpty();
    assertThat(messages(compilation)).noneMatch(message -> message.startsWith("["));
  }

  /** The broken example, the message and the fixed example; of the index, the imports. */
  private static List<String> blocks(String page) throws IOException {
    return BLOCK
        .matcher(Files.readString(FOLDER.resolve(page)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static Compilation compile(String code) throws IOException {
    var source = blocks("README.md").getFirst() + code;
    // A package forbids methods without a class.
    boolean isInPackage = !METHOD.matcher(code).find();
    var options =
        COMMAND
            .matcher(code)
            .results()
            .flatMap(found -> Stream.of(found.group(1).split(" ")))
            .toList();
    return Compiler.javac()
        .withProcessors(new CambricProcessor(), new ExampleProcessor())
        .withOptions(options)
        .compile(
            isInPackage
                ? JavaFileObjects.forSourceString("example.Example", "package example;" + source)
                : JavaFileObjects.forSourceString("Example", source));
  }

  private static List<String> messages(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
        .map(diagnostic -> diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .toList();
  }
}
