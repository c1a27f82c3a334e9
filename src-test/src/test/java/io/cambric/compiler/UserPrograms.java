package io.cambric.compiler;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.processor.CambricProcessor;
import io.cambric.processor.example.ExampleProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiles programs as users write them, without their imports, and shows what is reported. */
final class UserPrograms {

  private static final String IMPORTS =
      """
      import static io.cambric.module.ModuleScope.*;
      import static io.cambric.numpy.Activations.*;
      import static io.cambric.numpy.Numpy.*;
      import static io.cambric.optax.Optax.*;
      import static io.cambric.transform.Transforms.*;
      import io.cambric.annotations.*;
      import io.cambric.annotations.Module;
      import io.cambric.array.*;
      import io.cambric.core.*;
      import io.cambric.module.*;
      import io.cambric.nn.*;
      import io.cambric.nn.training.*;
      import io.cambric.numpy.*;
      import io.cambric.numpy.Random;
      import io.cambric.optax.*;
      import io.cambric.optax.base.*;
      import io.cambric.scope.*;
      import io.cambric.scope.lift.*;
      import io.cambric.transform.*;
      import io.cambric.transform.function.*;
      import io.cambric.transform.result.*;
      import io.cambric.tree.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.stream.*;
      import org.jspecify.annotations.Nullable;
      """
          .replace('\n', ' ');

  /**
   * A report about a program.
   *
   * @param line in the program, from 1
   * @param message its first line
   */
  record Report(long line, String message) {

    /** {@return the tag in brackets, or the whole message of the compiler itself} */
    String tag() {
      return message.startsWith("[") ? message.substring(1, message.indexOf(']')) : message;
    }
  }

  private UserPrograms() {}

  /** {@return the errors and warnings about each program, in its order of lines} */
  static List<List<Report>> compile(List<String> programs) {
    var files = new ArrayList<JavaFileObject>();
    for (int i = 0; i < programs.size(); i++) {
      var name = "programs.p%d".formatted(i);
      files.add(
          JavaFileObjects.forSourceString(
              name + ".Program", "package %s; %s%s".formatted(name, IMPORTS, programs.get(i))));
    }
    Compilation compilation =
        Compiler.javac()
            .withProcessors(new CambricProcessor(), new ExampleProcessor())
            .withOptions("--add-modules", "jdk.incubator.vector", "-Xmaxerrs", "9999")
            .compile(files);
    var reports = new ArrayList<List<Report>>();
    for (var file : files) {
      reports.add(
          compilation.diagnostics().stream()
              .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
              .filter(diagnostic ->
                  diagnostic.getSource() != null
                      && diagnostic.getSource().getName().equals(file.getName()))
              .map(diagnostic ->
                  new Report(
                      diagnostic.getLineNumber(),
                      diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("")))
              .toList());
    }
    return reports;
  }
}
