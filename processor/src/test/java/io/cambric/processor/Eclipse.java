package io.cambric.processor;

import io.cambric.processor.example.ExampleProcessor;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/**
 * A compilation by the compiler of Eclipse, which isn't javac in any way.
 *
 * @param errors the messages of its errors
 * @param ours the messages of the processor after file and line, errors or not
 * @param generated the files that the processor wrote in the package {@code example}
 */
record Eclipse(List<String> errors, List<String> ours, Map<String, String> generated) {

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  /**
   * Compiles files with the processor.
   *
   * @param folder an empty one, since this compiler wants sources to be files
   */
  static Eclipse compile(List<JavaFileObject> sources, Path folder) throws IOException {
    var files = new ArrayList<Path>();
    for (var source : sources) {
      var text = source.getCharContent(false).toString();
      var declared = PACKAGE.matcher(text);
      var packageName = declared.find() ? declared.group(1).replace('.', '/') : "";
      var parent = Files.createDirectories(folder.resolve("source").resolve(packageName));
      files.add(Files.writeString(parent.resolve(Path.of(source.getName()).getFileName()), text));
    }
    var output = Files.createDirectory(folder.resolve("output"));
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var compiler = new EclipseCompiler();
    try (var manager = compiler.getStandardFileManager(diagnostics, null, null)) {
      manager.setLocation(StandardLocation.CLASS_PATH, Compile.CLASS_PATH);
      manager.setLocation(StandardLocation.CLASS_OUTPUT, List.of(output.toFile()));
      manager.setLocation(StandardLocation.SOURCE_OUTPUT, List.of(output.toFile()));
      var options = List.of("--release", "25");
      var objects = manager.getJavaFileObjectsFromPaths(files);
      var task =
          compiler.getTask(Writer.nullWriter(), manager, diagnostics, options, null, objects);
      task.setProcessors(List.of(new CambricProcessor(), new ExampleProcessor()));
      task.call();
    }
    return new Eclipse(
        diagnostics.getDiagnostics().stream()
            .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
            .map(Compile::message)
            .toList(),
        diagnostics.getDiagnostics().stream()
            .filter(diagnostic -> Compile.message(diagnostic).startsWith("["))
            .map(Eclipse::placed)
            .toList(),
        generated(output));
  }

  /** The message after file and line: those of the diagnostic, else those at its end. */
  private static String placed(Diagnostic<? extends JavaFileObject> diagnostic) {
    var message = Compile.message(diagnostic);
    var source = diagnostic.getSource();
    return source == null
        ? message.replaceAll("^(.*) \\((\\w+\\.java:\\d+)\\)$", "$2: $1")
        : Path.of(source.getName()).getFileName()
            + ":"
            + diagnostic.getLineNumber()
            + ": "
            + message;
  }

  private static Map<String, String> generated(Path output) throws IOException {
    var texts = new TreeMap<String, String>();
    if (Files.exists(output.resolve("example"))) {
      try (var files = Files.list(output.resolve("example"))) {
        for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          texts.put(file.getFileName().toString(), Files.readString(file));
        }
      }
    }
    return texts;
  }
}
