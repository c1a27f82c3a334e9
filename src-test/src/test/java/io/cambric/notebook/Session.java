package io.cambric.notebook;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;

/** A session of JShell in this JVM, on the class path of the tests. */
final class Session implements AutoCloseable {

  private final JShell shell = JShell.builder().executionEngine("local").build();

  Session() {
    shell.addToClasspath(System.getProperty("java.class.path"));
    // Kernels of Jupyter import what JShell does without being asked.
    run("import java.util.*;");
  }

  /**
   * The outputs of a cell.
   *
   * @param printed by the code
   * @param value of the last expression, if the cell ends with one
   */
  record Outputs(String printed, Optional<String> value) {}

  /**
   * {@return what a cell gives}
   *
   * @throws AssertionError if a snippet does not compile or throws
   */
  Outputs run(String cell) {
    var printed = new ByteArrayOutputStream();
    var usual = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      var value = value(cell);
      return new Outputs(printed.toString(StandardCharsets.UTF_8), value);
    } finally {
      System.setOut(usual);
    }
  }

  private Optional<String> value(String cell) {
    Optional<String> value = Optional.empty();
    var analysis = shell.sourceCodeAnalysis();
    var rest = cell;
    while (!rest.isBlank()) {
      var info = analysis.analyzeCompletion(rest);
      value = Optional.empty();
      for (var event : shell.eval(info.source() == null ? rest : info.source())) {
        // Other events are of names with a new meaning.
        if (event.causeSnippet() == null) {
          value = checked(event);
        }
      }
      rest = info.remaining();
    }
    return value;
  }

  private Optional<String> checked(SnippetEvent event) {
    if (event.exception() != null) {
      throw new AssertionError(event.snippet().source(), event.exception());
    }
    var problems =
        shell
            .diagnostics(event.snippet())
            .filter(diagnostic -> diagnostic.isError())
            .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
            .toList();
    if (event.status() != Snippet.Status.VALID || !problems.isEmpty()) {
      throw new AssertionError(event + "\n" + String.join("\n", problems));
    }
    boolean isExpression =
        List.of(
                Snippet.SubKind.OTHER_EXPRESSION_SUBKIND,
                Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND,
                Snippet.SubKind.VAR_VALUE_SUBKIND)
            .contains(event.snippet().subKind());
    return isExpression ? Optional.ofNullable(event.value()) : Optional.empty();
  }

  @Override
  public void close() {
    shell.close();
  }
}
