package io.cambric.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The length of main sources, in lines of code. */
class LengthTest {

  private static final int MOST = 400;

  @Test
  void no_main_source_has_more_lines_of_code_than_one_idea_takes() throws IOException {
    var tooLong = new ArrayList<String>();
    int seen = 0;
    try (var paths = Files.walk(Path.of(".."))) {
      var sources =
          paths
              .filter(path -> path.toString().contains("/src/main/java/io/cambric/"))
              .filter(path -> path.toString().endsWith(".java"))
              .toList();
      for (var source : sources) {
        var text = Files.readString(source);
        seen++;
        // Most sources have fewer lines in all.
        int lines = text.lines().count() > MOST ? CodeLines.of(text) : 0;
        if (lines > MOST) {
          tooLong.add(source + ": " + lines);
        }
      }
    }
    assertThat(seen).isGreaterThan(1000);
    assertThat(tooLong).isEmpty();
  }

  @Test
  void statements_and_fields_count_and_nothing_else() {
    var source =
        """
        package a;

        import java.util.List;

        /** A class. */
        @Deprecated
        record A(
            int first,
            int second) {

          // A comment.
          private static final List<Integer> ALL =
              List.of(1, 2);

          @SuppressWarnings("unused")
          private static int next;

          A {
            if (first > second) {
              throw new IllegalStateException("// no comment");
            }
          }

          /**
           * Adds.
           */
          int sum(
              int third) {

            /* A comment. */ int sum = first
                + second; // the rest
            return sum + third;
          }
        }
        """;

    assertThat(CodeLines.of(source)).isEqualTo(2 + 1 + 2 + 2 + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A statement over several lines, whose last one is brackets alone.
        "3|f(\\n    a,\\n    b\\n);",
        // A lambda and an anonymous class are code, their headers are none.
        "4|run(() -> {\\n  a();\\n  b();\\n});\\nc();",
        "2|run(new F() {\\n  @Override\\n  public void apply(\\n      int a) {\\n    b();\\n  }\\n});",
        // Comments and blank lines inside of a statement.
        "2|f(a, // first\\n\\n    // second\\n    b);",
        // Quotation marks in characters and text.
        "2|char c = '\\\"'; /* a\\n b */\\nString s = \\\"/*\\\";",
        // Loops, branches and empty statements.
        "4|for (;;) {\\n  if (a) {\\n    b();\\n  } else {\\n    ;\\n  }\\n}",
      })
  void lines_of_a_body_count_as_they_hold_code(int lines, String body) {
    var source = "class A {\n  void f() {\n" + body.translateEscapes() + "\n  }\n}\n";

    assertThat(CodeLines.of(source)).isEqualTo(lines);
  }
}
