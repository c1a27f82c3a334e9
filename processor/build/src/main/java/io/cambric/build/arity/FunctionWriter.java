package io.cambric.build.arity;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Writes the types of functions: {@code Fn2} of pytrees and {@code ArrayFn2} of arrays. */
final class FunctionWriter {

  /** A null is a pytree too, without arrays. */
  private static final TypeName NULLABLE =
      ClassName.OBJECT.annotated(AnnotationSpec.builder(RuntimeNames.NULLABLE).build());

  private final Arity arity;
  private final Output output;

  FunctionWriter(Arity arity, Output output) {
    this.arity = arity;
    this.output = output;
  }

  List<JavaFile> files() {
    return List.of(general(), arrays());
  }

  private JavaFile general() {
    var name = arity.of(RuntimeNames.FN);
    var type =
        TypeSpec.interfaceBuilder(name)
            .addJavadoc("A function of $L.\n\n", arity.words("pytree"))
            .addModifiers(Modifier.PUBLIC)
            .addAnnotation(FunctionalInterface.class);
    for (int i = 0; i < arity.count(); i++) {
      type.addTypeVariable(nullable(arity.variables().get(i)));
      type.addJavadoc("@param <$T> $L\n", arity.variables().get(i), title(i));
    }
    type.addTypeVariable(nullable(Arity.RESULT)).addJavadoc("@param <R> result\n");
    type.addMethod(
        MethodSpec.methodBuilder("apply")
            .addJavadoc("{@return the result}")
            .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
            .addParameters(Output.parameters(arity.variables(), arity.names()))
            .returns(Arity.RESULT)
            .build());
    return output.file(name, type);
  }

  private String title(int i) {
    return arity.count() == 1 ? "argument" : arity.ordinals().get(i) + " argument";
  }

  /** {@return the variable of a type that may be null} */
  static TypeVariableName nullable(TypeVariableName variable) {
    return TypeVariableName.get(variable.name(), NULLABLE);
  }

  private JavaFile arrays() {
    var name = arity.of(RuntimeNames.ARRAY_FN);
    var type =
        TypeSpec.interfaceBuilder(name)
            .addJavadoc(
                "A function of $L; the type of lambdas without written types.",
                arity.words("array"))
            .addModifiers(Modifier.PUBLIC)
            .addAnnotation(FunctionalInterface.class)
            .addSuperinterface(arity.function(arity.arrays(), RuntimeNames.ARRAY));
    return output.file(name, type);
  }
}
