package io.cambric.processor;

import io.cambric.processor.example.ExampleProcessor;
import io.cambric.processor.example.ListedExamplesProcessor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** A user's build: folders of sources, artifacts that it uses, and what it writes. */
final class Build {

  private final Path folder;
  private final List<Path> artifacts = new ArrayList<>();
  private boolean hasJUnit = true;

  /** A build in an empty folder. */
  Build(Path folder) {
    this.folder = folder;
  }

  /** Uses the classes of another build, and not its sources. */
  Build using(Build other) {
    return using(other.classes());
  }

  /** Leaves JUnit to the tests, as a build does when it compiles main sources. */
  Build withoutJUnit() {
    hasJUnit = false;
    return this;
  }

  /** Uses a jar or a folder of classes. */
  Build using(Path classes) {
    artifacts.add(classes);
    return this;
  }

  /** Writes a source file into a source folder, and returns it. */
  Path source(String root, String name, String text) {
    var file = folder.resolve(root).resolve(name + ".java");
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path classes() {
    return folder.resolve("classes");
  }

  /** The messages of the compiler, and the generated sources of this run by file. */
  record Result(List<String> messages, Map<String, String> generated) {}

  /** Compiles files with the processor, against the artifacts and what was compiled before. */
  Result compile(List<Path> files, String... options) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var generated = folder.resolve("generated");
    try (var manager = compiler.getStandardFileManager(diagnostics, null, null)) {
      delete(generated);
      Files.createDirectories(generated);
      Files.createDirectories(classes());
      var classPath = new ArrayList<>(artifacts);
      classPath.add(classes());
      for (var entry : System.getProperty("java.class.path").split(":")) {
        if (hasJUnit || !entry.contains("junit")) {
          classPath.add(Path.of(entry));
        }
      }
      manager.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      manager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes()));
      manager.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(generated));
      var objects = manager.getJavaFileObjectsFromPaths(files);
      var task =
          compiler.getTask(
              Writer.nullWriter(), manager, diagnostics, Arrays.asList(options), null, objects);
      task.setProcessors(
          List.of(new CambricProcessor(), new ExampleProcessor(), new ListedExamplesProcessor()));
      task.call();
      var messages =
          diagnostics.getDiagnostics().stream()
              .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
              .map(Compile::message)
              .toList();
      return new Result(messages, texts(generated));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(Path folder) throws IOException {
    var texts = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        texts.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
