package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.processor.example.ExampleProcessor;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiles sources as a user's build does, against stand-ins for the runtime's types. */
final class Compile {

  static final Path RESOURCES = Path.of("src/test/resources");

  /** The class path of the examples, with the stand-ins compiled once. */
  static final List<File> CLASS_PATH = classPath(Path.of("target", "stub-classes"));

  private static final String PACKAGE = "package example; ";

  private static final String IMPORTS = DiagnosticPage.imports();

  private static final Pattern METHOD = Pattern.compile("(?m)^void \\w+\\(");

  private Compile() {}

  /** Compiles one file named Example, whose first line is line 1 although imports come before. */
  static Compilation example(String code, String... options) {
    return all(List.of(exampleFile(code)), new CambricProcessor(), options);
  }

  /**
   * The file Example, with the imports that examples leave out. A file with a method without a
   * class is in no package, which would forbid it.
   */
  static JavaFileObject exampleFile(String code) {
    return METHOD.matcher(code).find()
        ? JavaFileObjects.forSourceString("Example", IMPORTS + code)
        : JavaFileObjects.forSourceString("example.Example", PACKAGE + IMPORTS + code);
  }

  /** Compiles files with a processor, and the one of examples. */
  static Compilation all(List<JavaFileObject> sources, Processor processor, String... options) {
    return Compiler.javac()
        .withProcessors(processor, new ExampleProcessor())
        .withOptions((Object[]) options)
        .withClasspath(CLASS_PATH)
        .compile(sources);
  }

  private static List<File> classPath(Path classes) {
    var compilation =
        Compiler.javac()
            .withProcessors(new CambricProcessor())
            .withOptions("-parameters")
            .compile(sources(RESOURCES.resolve("stubs")));
    assertThat(compilation.errors()).isEmpty();
    try {
      for (var file : compilation.generatedFiles()) {
        if (file.getKind() == JavaFileObject.Kind.CLASS) {
          var path = classes.resolve(file.getName().replaceFirst("^/CLASS_OUTPUT/", ""));
          Files.createDirectories(path.getParent());
          try (var bytes = file.openInputStream()) {
            Files.copy(bytes, path, StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var own = System.getProperty("java.class.path").split(File.pathSeparator);
    return Stream.concat(Stream.of(classes.toString()), Arrays.stream(own)).map(File::new).toList();
  }

  /** The Java files below a folder. */
  static List<JavaFileObject> sources(Path folder) {
    try (var paths = Files.walk(folder)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .sorted()
          .map(path -> source(folder, path))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Our diagnostics, each as its line and its message. */
  static List<String> diagnostics(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> message(diagnostic).startsWith("["))
        .map(diagnostic -> diagnostic.getLineNumber() + ": " + message(diagnostic))
        .toList();
  }

  /** The errors and warnings of the compiler itself about generated files. */
  static List<String> complaintsAboutGenerated(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
        .filter(d -> d.getSource() == null || d.getSource().getName().contains("SOURCE_OUTPUT"))
        .map(Diagnostic::toString)
        .toList();
  }

  /** The errors and warnings of the compiler itself. */
  static List<String> complaints(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
        .map(Compile::message)
        .filter(message -> !message.startsWith("["))
        .toList();
  }

  /** All errors and warnings, ours or not. */
  static List<String> everything(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
        .map(Compile::message)
        .toList();
  }

  /** The text of a generated class in the package {@code example}. */
  static String generated(Compilation compilation, String name) throws IOException {
    return compilation
        .generatedSourceFile("example." + name)
        .orElseThrow()
        .getCharContent(false)
        .toString();
  }

  static String message(Diagnostic<?> diagnostic) {
    return Arrays.asList(diagnostic.getMessage(Locale.ROOT).split("\n")).getFirst();
  }

  private static JavaFileObject source(Path folder, Path path) {
    var name = folder.relativize(path).toString().replace(".java", "").replace('/', '.');
    try {
      return JavaFileObjects.forSourceString(name, Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
