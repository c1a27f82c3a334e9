package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a compiler that isn't javac the processor does the same, and the plugin nothing. */
class EclipseTest {

  static Stream<String> cases() throws IOException {
    return GoldenSourceTest.cases();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void generated_text_is_that_of_javac(String name, @TempDir Path output) throws IOException {
    var sources = Compile.sources(GoldenSourceTest.CASES.resolve(name).resolve("source"));

    var compilation = Eclipse.compile(sources, output);

    assertThat(compilation.errors()).isEmpty();
    assertThat(compilation.generated()).isEqualTo(GoldenSourceTest.accepted(name));
  }

  @ParameterizedTest
  @EnumSource
  void signatures_are_checked_and_bodies_are_not(DiagnosticCode code, @TempDir Path output)
      throws IOException {
    var page = DiagnosticPage.of(code);

    var compilation = Eclipse.compile(List.of(Compile.exampleFile(page.broken())), output);

    assertThat(compilation.ours())
        .isEqualTo(code.stage() == Stage.SIGNATURES ? List.of(page.message()) : List.of());
  }
}
