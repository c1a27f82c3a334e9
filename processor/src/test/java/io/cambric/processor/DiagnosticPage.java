package io.cambric.processor;

import io.cambric.processor.report.DiagnosticCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page of the documentation on one diagnostic.
 *
 * @param text the whole page
 * @param broken the example that is reported
 * @param message what is reported
 * @param mended the example that is not
 */
record DiagnosticPage(String text, String broken, String message, String mended) {

  static final Path FOLDER = Path.of("../docs/reference/diagnostics");

  private static final Pattern BLOCK = Pattern.compile("```\\w+\\n(.*?)```", Pattern.DOTALL);
  private static final String COMMAND = "// javac ";
  private static final String MARK = "// <-- here";

  static DiagnosticPage of(DiagnosticCode code) {
    try {
      var text = Files.readString(FOLDER.resolve(code.tag() + ".md"));
      var blocks = new ArrayList<String>();
      var matcher = BLOCK.matcher(text);
      while (matcher.find()) {
        blocks.add(matcher.group(1));
      }
      return new DiagnosticPage(text, blocks.get(0), blocks.get(1).strip(), blocks.get(2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The imports that the examples leave out, in one line. */
  static String imports() {
    try {
      var matcher = BLOCK.matcher(Files.readString(FOLDER.resolve("README.md")));
      if (!matcher.find()) {
        throw new IllegalStateException("The index shows no imports");
      }
      return matcher.group(1).replaceAll("\\s+", " ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The options of the compiler that the broken example begins with. */
  String[] options() {
    var first = broken.lines().findFirst().orElse("");
    return first.startsWith(COMMAND) ? first.substring(COMMAND.length()).split(" ") : new String[0];
  }

  /** Whether the marked line has nothing but an annotation. */
  boolean isAboutAnnotation() {
    return List.of(broken.split("\n"))
        .get(markedLine() - 1)
        .matches("\\s*@\\w+(\\(.*\\))? " + MARK);
  }

  /** The line of the broken example that carries the mark. */
  int markedLine() {
    var lines = List.of(broken.split("\n"));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(MARK)) {
        return i + 1;
      }
    }
    throw new IllegalStateException("No line has " + MARK);
  }
}
