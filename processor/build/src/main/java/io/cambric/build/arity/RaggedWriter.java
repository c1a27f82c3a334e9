package io.cambric.build.arity;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes {@code ragged} and the functions that it returns. They have the lengths as an argument
 * before the arguments of the original function.
 */
final class RaggedWriter {

  private static final ClassName TOPIC = RuntimeNames.transform("RaggedFunctions");

  private static final String MORE =
      """
      <p>The returned function has the length as first argument, and arrays that are padded along
      axis 0. It returns the result for the arrays without their padding. A result with a ragged
      axis is padded with zeros.

      <p>Options follow the call, as in {@code ragged(f).axes(0, null)}. A batch of examples of
      different lengths is {@code vmap(ragged(f))}. The function is traced twice, for two padded
      sizes: a number or a size that differs between the traces stands for the length.

      @throws io.cambric.errors.MissingRuleException when called, if an operation has no meaning for
          each length
      """;

  private final List<Arity> arities;
  private final Output output;

  RaggedWriter(List<Arity> arities, Output output) {
    // The lengths are one argument more.
    this.arities = arities.subList(0, arities.size() - 1);
    this.output = output;
  }

  List<JavaFile> files() {
    var files = new ArrayList<JavaFile>();
    var topic = Topic.of(TOPIC, "Functions of examples without padding.");
    for (var arity : arities) {
      files.add(general(arity));
      files.add(arrays(arity));
      topic.addMethod(ofArrays(arity)).addMethod(ofTrees(arity));
    }
    files.add(output.file(TOPIC, topic));
    return files;
  }

  private static MethodSpec ofArrays(Arity arity) {
    var result = arity.of(RuntimeNames.transform("ArrayRagged"));
    var method =
        Output.function("ragged", result)
            .addJavadoc("{@return the function of $L, for padded ones}", arity.words("array"))
            .addParameter(arity.arrayFunction(), "function")
            .addStatement("return $L", made(result));
    if (arity.count() == 1) {
      method.addJavadoc("\n\n$L", MORE);
    }
    return method.build();
  }

  private static MethodSpec ofTrees(Arity arity) {
    var types = arity.variables();
    var result = arity.generic(RuntimeNames.transform("Ragged"), types, Arity.RESULT);
    return Output.function("ragged", result)
        .addJavadoc("{@return the function of $L, for padded ones}", arity.words("pytree"))
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .addParameter(arity.function(types, Arity.RESULT), "function")
        .addStatement("return $L", made(result))
        .build();
  }

  private static CodeBlock made(TypeName result) {
    return DifferentiatedWriter.made(
        result, CodeBlock.of("function, $T.DEFAULT", RuntimeNames.transform("RaggedOptions")));
  }

  private JavaFile general(Arity arity) {
    var name = arity.of(RuntimeNames.transform("Ragged"));
    var types = arity.variables();
    var variables = arity.variablesAnd(Arity.RESULT);
    var self = ParameterizedTypeName.get(name, variables.toArray(TypeName[]::new));
    var withLengths = new ArrayList<TypeName>(List.of(RuntimeNames.ARRAY));
    withLengths.addAll(types);
    var type =
        type(
            arity,
            name,
            self,
            types,
            Arity.RESULT,
            arity.function(types, Arity.RESULT),
            new Arity(arity.count() + 1).function(withLengths, Arity.RESULT));
    type.addJavadoc("A function of the lengths and $L that are padded.\n\n", arity.words("pytree"))
        .addTypeVariables(variables);
    for (var variable : types) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    return output.file(name, type.addJavadoc("@param <R> result\n"));
  }

  private JavaFile arrays(Arity arity) {
    var name = arity.of(RuntimeNames.transform("ArrayRagged"));
    var type =
        type(
            arity,
            name,
            name,
            arity.arrays(),
            RuntimeNames.ARRAY,
            arity.arrayFunction(),
            new Arity(arity.count() + 1).arrayFunction());
    type.addJavadoc("A function of the lengths and $L that are padded.", arity.words("array"));
    return output.file(name, type);
  }

  private static TypeSpec.Builder type(
      Arity arity,
      ClassName name,
      TypeName self,
      List<? extends TypeName> types,
      TypeName result,
      TypeName original,
      TypeName function) {
    var options = RuntimeNames.transform("RaggedOptions");
    var parameters = new ArrayList<ParameterSpec>();
    parameters.add(ParameterSpec.builder(RuntimeNames.ARRAY, "lengths").build());
    parameters.addAll(Output.parameters(types, arity.names()));
    return TypeSpec.classBuilder(name)
        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
        .superclass(ParameterizedTypeName.get(RuntimeNames.transform("Unpadded"), self))
        .addSuperinterface(function)
        .addField(original, "function", Modifier.PRIVATE, Modifier.FINAL)
        .addMethod(
            MethodSpec.constructorBuilder()
                .addParameter(original, "function")
                .addParameter(options, "options")
                .addStatement(
                    "super(function, $T.of(function), options)", RuntimeNames.LIST_FUNCTIONS)
                .addStatement("this.function = function")
                .build())
        .addMethod(
            MethodSpec.methodBuilder("with")
                .addAnnotation(Override.class)
                .addParameter(options, "options")
                .returns(self)
                .addStatement(
                    "return $L", DifferentiatedWriter.made(self, CodeBlock.of("function, options")))
                .build())
        .addMethod(
            Output.method("apply", result)
                .addAnnotation(Override.class)
                .addParameters(parameters)
                .addStatement(
                    "return call(lengths, $T.asList($L))", Arrays.class, arity.arguments())
                .build())
        .addMethod(
            Output.method(
                    "withSizes",
                    new Arity(arity.count() + 1)
                        .generic(RuntimeNames.FN, lengthsAnd(types), sized(result)))
                .addJavadoc(
                    "{@return the function that also returns the sizes of its result without padding}")
                .addStatement(
                    "return (lengths, $L) -> callWithSizes(lengths, $T.asList($L))",
                    String.join(", ", arity.names()),
                    Arrays.class,
                    arity.arguments())
                .build())
        .addMethod(axes(arity, self));
  }

  private static List<TypeName> lengthsAnd(List<? extends TypeName> types) {
    var all = new ArrayList<TypeName>(List.of(RuntimeNames.ARRAY));
    all.addAll(types);
    return all;
  }

  private static TypeName sized(TypeName result) {
    return ParameterizedTypeName.get(RuntimeNames.result("OutputAndSizes"), result);
  }

  private static MethodSpec axes(Arity arity, TypeName self) {
    var axis = ClassName.OBJECT.annotated(AnnotationSpec.builder(RuntimeNames.NULLABLE).build());
    var names = arity.count() == 1 ? List.of("axes") : arity.names();
    var method =
        Output.method("axes", self)
            .addJavadoc(
                "{@return this function with other ragged axes of the $L}\n\n",
                arity.count() == 1 ? "argument" : "arguments, one tree of axes for each")
            .addJavadoc(
                "<p>An integer is the axis of all arrays below it. Null marks arrays without padding, and {@link $T} numbers the lengths of several axes.\n",
                RuntimeNames.transform("LengthAxes"));
    names.forEach(parameter -> method.addParameter(axis, parameter));
    return method
        .addStatement("return along($T.asList($L))", Arrays.class, String.join(", ", names))
        .build();
  }
}
