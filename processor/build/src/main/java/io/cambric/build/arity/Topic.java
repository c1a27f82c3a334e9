package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeSpec;

/** Classes of public functions, which the façade {@code Transforms} collects. */
final class Topic {

  private Topic() {}

  static TypeSpec.Builder of(ClassName name, String about) {
    return Output.functions(name)
        .addJavadoc(about)
        // Each array overload's function extends the general one.
        .addAnnotation(Output.suppress("overloads"));
  }
}
