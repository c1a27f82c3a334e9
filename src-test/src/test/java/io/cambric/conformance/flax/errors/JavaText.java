package io.cambric.conformance.flax.errors;

import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.processor.CambricProcessor;
import java.util.List;
import java.util.Locale;

/** Compiles Java as a user's build does, with the annotation processor. */
final class JavaText {

  private static final String HEAD =
      """
      package io.cambric.conformance.flax.errors;
      import static io.cambric.conformance.flax.errors.Snippets.*;
      import static io.cambric.module.ApplyOptions.*;
      import io.cambric.annotations.Compact;
      import io.cambric.annotations.Module;
      import io.cambric.annotations.Setup;
      import io.cambric.core.Array;
      import io.cambric.nn.*;
      import io.cambric.numpy.Key;
      import io.cambric.scope.*;
      import java.util.*;
      class Example {
      """;

  private JavaText() {}

  /** {@return what the compiler finds wrong with members of a class; empty if it accepts them} */
  static List<String> mistakes(String members) {
    return Compiler.javac()
        .withProcessors(new CambricProcessor())
        .compile(JavaFileObjects.forSourceString(name(), HEAD + members + "}"))
        .errors()
        .stream()
        .map(each -> each.getMessage(Locale.ROOT))
        .toList();
  }

  private static String name() {
    return JavaText.class.getPackageName() + ".Example";
  }
}
