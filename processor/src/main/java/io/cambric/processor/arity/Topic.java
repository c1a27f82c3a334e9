package io.cambric.processor.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Classes of public functions, of which {@code Transforms} is made. */
final class Topic {

  private static final List<String> CHAIN =
      List.of(
          "EagerFunctions",
          "JitFunctions",
          "VmapFunctions",
          "PmapFunctions",
          "CheckpointFunctions",
          "GradFunctions",
          "JacobianFunctions",
          "PointFunctions",
          "TracingFunctions");

  private Topic() {}

  static TypeSpec.Builder of(ClassName name, String about) {
    return TypeSpec.classBuilder(name)
        .addJavadoc(about)
        // Each array overload's function extends the general one.
        .addAnnotation(Output.suppress("overloads"))
        .addModifiers(Modifier.ABSTRACT)
        .superclass(Names.transform(CHAIN.get(CHAIN.indexOf(name.simpleName()) - 1)))
        .addMethod(MethodSpec.constructorBuilder().build());
  }
}
