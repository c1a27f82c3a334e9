package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Writes the results that have one part for each argument, or a function of all of them. */
final class ResultWriter {

  private static final TypeName NUMBERS =
      ParameterizedTypeName.get(ClassName.get(List.class), ClassName.get(Integer.class));

  private static final TypeName ANYTHING =
      ParameterizedTypeName.get(
          ClassName.get(List.class), WildcardTypeName.subtypeOf(ClassName.OBJECT));

  private static final ClassName KIND = RuntimeNames.GRADS.nestedClass("Kind");

  private final Arity arity;
  private final Output output;

  ResultWriter(Arity arity, Output output) {
    this.arity = arity;
    this.output = output;
  }

  List<JavaFile> files() {
    var files = new ArrayList<>(List.of(linearized(false), linearized(true)));
    if (arity.count() > 1) {
      files.add(grads());
    }
    return files;
  }

  private JavaFile linearized(boolean aux) {
    var name = arity.of(RuntimeNames.result(aux ? "LinearizedAndAux" : "Linearized"));
    var linear = arity.function(arity.variables(), Arity.RESULT);
    var components =
        MethodSpec.constructorBuilder()
            .addParameter(Arity.RESULT, "output")
            .addParameter(linear, "linear");
    var type =
        TypeSpec.recordBuilder(name)
            .addModifiers(Modifier.PUBLIC)
            .addTypeVariables(arity.variablesAnd(Arity.RESULT))
            .addJavadoc(
                "The value of a function of $L, $Land its derivative as a linear function.\n\n",
                arity.words("pytree"),
                aux ? "its auxiliary output, " : "")
            .addJavadoc("@param output the value\n")
            .addJavadoc(
                "@param linear maps tangents of the arguments to tangents of the output; reusable\n");
    if (aux) {
      components.addParameter(Arity.AUX, "aux");
      type.addTypeVariable(Arity.AUX)
          .addJavadoc("@param aux the auxiliary output of the function\n");
    }
    for (var variable : arity.variables()) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    type.addJavadoc("@param <R> the output\n");
    if (aux) {
      type.addJavadoc("@param <X> the auxiliary output\n");
    }
    type.addMethod(text(aux));
    return output.file(name, type.recordConstructor(components.build()));
  }

  private static MethodSpec text(boolean aux) {
    return MethodSpec.methodBuilder("toString")
        .addJavadoc("{@return the value$L}\n", aux ? " and the auxiliary output" : "")
        .addAnnotation(Override.class)
        .addModifiers(Modifier.PUBLIC)
        .returns(String.class)
        .addStatement(
            aux
                ? "return \"LinearizedAndAux[output=\" + output + \", linear=a function, aux=\" +"
                    + " aux + \"]\""
                : "return \"Linearized[output=\" + output + \", linear=a function]\"")
        .build();
  }

  private JavaFile grads() {
    var name = arity.of(RuntimeNames.GRADS);
    var self = arity.generic(RuntimeNames.GRADS, arity.variables());
    var type =
        TypeSpec.classBuilder(name)
            .addJavadoc(
                "One gradient or cotangent for each of $L, or only for the requested ones.\n\n",
                arity.words("argument"))
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addTypeVariables(arity.variables())
            .superclass(RuntimeNames.GRADS)
            .addField(
                FieldSpec.builder(KIND, "KIND", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                    .initializer(
                        "new $T($S, $L, $T::new)",
                        KIND,
                        name.simpleName(),
                        arity.count(),
                        ClassName.bestGuess(name.simpleName()))
                    .build())
            .addMethod(constructor())
            .addMethod(of(self));
    for (var variable : arity.variables()) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    for (int i = 0; i < arity.count(); i++) {
      type.addMethod(part(i));
    }
    return output.file(name, type);
  }

  private static MethodSpec constructor() {
    return MethodSpec.constructorBuilder()
        .addJavadoc("Gradients with respect to some of the arguments.\n\n")
        .addJavadoc("@param argnums the numbers of these arguments, ascending\n")
        .addJavadoc("@param grads one gradient for each of them\n")
        .addModifiers(Modifier.PUBLIC)
        .addParameter(NUMBERS, "argnums")
        .addParameter(ANYTHING, "grads")
        .addStatement("super(KIND, argnums, grads)")
        .build();
  }

  private MethodSpec of(TypeName self) {
    var numbers =
        IntStream.range(0, arity.count())
            .mapToObj(i -> CodeBlock.of("$L", i))
            .collect(CodeBlock.joining(", "));
    return Output.function("of", self)
        .addJavadoc("{@return gradients with respect to all arguments}")
        .addTypeVariables(arity.variables())
        .addParameters(parameters())
        .addStatement(
            "return new $T<>($T.of($L), $T.asList($L))",
            arity.of(RuntimeNames.GRADS),
            List.class,
            numbers,
            Arrays.class,
            arity.arguments())
        .build();
  }

  private List<ParameterSpec> parameters() {
    return Output.parameters(arity.variables(), arity.names());
  }

  private MethodSpec part(int i) {
    var ordinal = arity.ordinals().get(i);
    return Output.method(ordinal, arity.variables().get(i))
        .addJavadoc("{@return the gradient with respect to the $L argument}\n\n", ordinal)
        .addJavadoc(
            "@throws $T if it was not requested\n",
            ClassName.get("io.cambric.errors", "DifferentiationException"))
        .addStatement("return grad($L)", i)
        .build();
  }
}
