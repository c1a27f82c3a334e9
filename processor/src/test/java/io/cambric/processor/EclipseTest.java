package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.processor.report.CompilationStage;
import io.cambric.processor.report.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

  @Test
  void modules_of_one_round_may_mention_each_other_as_arguments(@TempDir Path output)
      throws IOException {
    var code =
        """
        @Module record LeftDef(Optional<Right> r, Map<String, Optional<Left>> all) {}
        @Module record RightDef(Optional<Left> l) { Optional<List<Right>> call() { return null; } }
        """;

    var compilation = Eclipse.compile(List.of(Compile.exampleFile(code)), output);

    assertThat(compilation.errors()).isEmpty();
    assertThat(compilation.ours()).isEmpty();
  }

  @Test
  void mistakes_in_records_are_told_with_file_and_line(@TempDir Path output) throws IOException {
    var code =
        """
        class Example { // @Module record ADef(int[] a) {}
          String text = "record ADef(int[] a)";
          static class Left { record ADef(int a) {} }
          static class Right {
            @Module record ADef(
                @Named("a, b") String b,
                Map<String, String[]> a) {}
          }
          @Module private record BDef<T extends List<int[]>>(T t) {}
          @Module record CDef<T>(T t) { private record R() {} <U extends R> void call(U u) {} }
        }
        """;

    var compilation = Eclipse.compile(List.of(Compile.exampleFile(code)), output);

    assertThat(compilation.ours())
        .containsExactlyInAnyOrder(
            "Example.java:7: [ComponentNotHashable] Component a of ADef has type Map<String,"
                + " String[]>, in which String[] compares by identity. Use List<String>, or declare"
                + " it as a param in call().",
            "Example.java:9: [ModuleIsPrivate] The generated class calls BDef, but BDef is private."
                + " Remove private from BDef.",
            "Example.java:10: [TypeLessVisible] The generated class C cannot use private "
                + "types, but type parameter U has type R, which is private. Remove private from "
                + "R, or make call private.");
  }

  @ParameterizedTest
  @EnumSource
  void signatures_are_checked_with_file_and_line_and_bodies_are_not(
      DiagnosticCode code, @TempDir Path output) throws IOException {
    var page = DiagnosticPage.of(code);

    var compilation = Eclipse.compile(List.of(Compile.exampleFile(page.broken())), output);

    // A diagnostic of an annotation is reported on its line, or on the line of the annotated
    // element.
    var places =
        IntStream.rangeClosed(0, page.isAboutAnnotation() ? 1 : 0)
            .mapToObj(i -> "Example.java:%d: ".formatted(page.markedLine() + i))
            .toList();
    if (code.stage() == CompilationStage.SIGNATURES) {
      assertThat(compilation.ours())
          .singleElement()
          .satisfies(m -> assertThat(places).anyMatch(p -> m.equals(p + page.message())));
    } else {
      assertThat(compilation.ours()).isEmpty();
    }
  }
}
