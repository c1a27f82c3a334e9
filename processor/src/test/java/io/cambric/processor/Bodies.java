package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.util.ArrayList;
import java.util.List;

/**
 * Bodies of compact methods, each in a definition of its own, compiled together. A compiler that
 * starts for each body takes longer than the checks.
 */
final class Bodies {

  private static final String DEFINITION =
      "@Module record N%dDef(int n, boolean wide, List<Integer> sizes, Dense head) {"
          + " @Compact Array call(Array x, boolean train, String mode, int k, List<Array> xs,"
          + " Optional<Array> option) { %s } }\n";

  private final List<String> bodies = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();
  private String others = "";

  /** Definitions and classes that the bodies use. */
  Bodies with(String code) {
    others += code;
    return this;
  }

  /** A body, and what is reported about it: none, or messages without the numbers of lines. */
  Bodies add(String body, String... messages) {
    bodies.add(body);
    for (var message : messages) {
      expected.add(bodies.size() + ": " + message);
    }
    return this;
  }

  /** The diagnostics in a line of the code that was given by {@link #with}. */
  Bodies expect(int line, String message) {
    expected.add((bodies.size() + line) + ": " + message);
    return this;
  }

  /** The message about a submodule under a condition. */
  static String branch(String what, String condition) {
    return "[SubmoduleInBranch] %s only when %s, so its name depends on a call argument."
            .formatted(what, condition)
        + " Construct it before the branch, name it with named(...), or move it to @Setup.";
  }

  /** The message about submodules in a loop. */
  static String loop(String what, String name) {
    return "[SubmoduleInLoop] %s in each iteration of a loop that depends on \"%s\", so the number of"
            .formatted(what, name)
        + " submodules depends on a call argument. Construct it before the loop, or let a "
        + "component determine the number.";
  }

  /** Compiles all, and compares what is reported. */
  void check() {
    var code = new StringBuilder();
    for (int i = 0; i < bodies.size(); i++) {
      code.append(DEFINITION.formatted(i + 1, bodies.get(i)));
    }
    var compilation = Compile.example(code + others);

    assertThat(Compile.diagnostics(compilation)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Compile.complaints(compilation)).isEmpty();
    assertThat(failures(compilation)).isEmpty();
  }

  /** Records the failure of a check. */
  private static List<String> failures(Compilation compilation) {
    return compilation.notes().stream()
        .map(Compile::message)
        .filter(note -> note.contains("could not check"))
        .toList();
  }
}
