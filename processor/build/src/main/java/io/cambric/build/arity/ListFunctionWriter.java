package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Writes {@code ListFunctions}: functions of several arguments as functions of one list. */
final class ListFunctionWriter {

  static final TypeName OBJECTS =
      ParameterizedTypeName.get(ClassName.get(List.class), ClassName.OBJECT);

  private final List<Arity> arities;
  private final Output output;

  ListFunctionWriter(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  JavaFile file() {
    var type =
        Output.functions(RuntimeNames.LIST_FUNCTIONS)
            .addJavadoc("Functions of several arguments as functions of one list.");
    arities.forEach(arity -> type.addMethod(of(arity)));
    return output.file(RuntimeNames.LIST_FUNCTIONS, type);
  }

  private static MethodSpec of(Arity arity) {
    var arguments =
        IntStream.range(0, arity.count())
            .mapToObj(i -> CodeBlock.of("($T) arguments.get($L)", arity.variables().get(i), i))
            .collect(CodeBlock.joining(", "));
    return MethodSpec.methodBuilder("of")
        .addJavadoc("{@return the function of $L as one of a list}", arity.words("pytree"))
        .addAnnotation(Output.suppress("unchecked"))
        .addModifiers(Modifier.STATIC)
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .returns(ParameterizedTypeName.get(RuntimeNames.FN, OBJECTS, Arity.RESULT))
        .addParameter(arity.function(arity.variables(), Arity.RESULT), "function")
        .addStatement("return arguments -> function.apply($L)", arguments)
        .build();
  }
}
