package io.cambric.build.arity;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Writes {@code makeJaxpr}, {@code makeJaxprAndShape} and {@code evalShape} for each arity. */
final class TracingTopics {

  private static final ClassName TOPIC = RuntimeNames.transform("TracingFunctions");

  private static final ClassName TRACING = RuntimeNames.transform("Tracing");

  private static final ClassName JAXPR_AND_SHAPE = RuntimeNames.result("JaxprAndShape");

  private final List<Arity> arities;
  private final Output output;

  TracingTopics(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  JavaFile file() {
    var type = Topic.of(TOPIC, "Tracing of functions without running them.");
    for (var arity : arities) {
      type.addMethod(makeJaxpr(arity, arity.arrays(), arity.arrayFunction()).build());
      type.addMethod(
          makeJaxpr(arity, arity.variables(), arity.function(arity.variables(), Arity.RESULT))
              .addTypeVariables(arity.variablesAnd(Arity.RESULT))
              .build());
      type.addMethod(
          makeJaxprAndShape(arity, arity.arrays(), arity.arrayFunction(), RuntimeNames.SHAPED_ARRAY)
              .build());
      type.addMethod(
          makeJaxprAndShape(
                  arity,
                  arity.variables(),
                  arity.function(arity.variables(), Arity.RESULT),
                  ClassName.OBJECT)
              .addTypeVariables(arity.variablesAnd(Arity.RESULT))
              .build());
      var avals = Collections.nCopies(arity.count(), RuntimeNames.SHAPED_ARRAY);
      type.addMethod(
          evalShapeOfArrays(
              arity,
              avals,
              arity.count() == 1 ? "an array of this aval" : "arrays of these avals"));
      type.addMethod(
          evalShapeOfArrays(
              arity,
              arity.arrays(),
              arity.count() == 1 ? "an array like this" : "arrays like these"));
      type.addMethod(evalShape(arity));
    }
    return output.file(TOPIC, type);
  }

  private static MethodSpec.Builder makeJaxpr(
      Arity arity, List<? extends TypeName> types, TypeName function) {
    return Output.function("makeJaxpr", RuntimeNames.JAXPR)
        .addJavadoc(
            "{@return the program of a function for $L, before compilation}",
            arity.words("argument"))
        .addParameter(function, "function")
        .addParameters(Output.parameters(types, arity.names()))
        .addStatement("return $T.jaxpr($L)", TRACING, traced(arity));
  }

  private static MethodSpec.Builder makeJaxprAndShape(
      Arity arity, List<? extends TypeName> types, TypeName function, ClassName shape) {
    return Output.function("makeJaxprAndShape", ParameterizedTypeName.get(JAXPR_AND_SHAPE, shape))
        .addJavadoc(
            "{@return the program of a function for $L, and the shapes and dtypes of its result}\n\n",
            arity.words("argument"))
        .addJavadoc(
            "<p>This corresponds to {@code jax.make_jaxpr} with {@code return_shape}. The shapes are the result of {@code evalShape}.\n")
        .addParameter(function, "function")
        .addParameters(Output.parameters(types, arity.names()))
        .addStatement("return $T.jaxprAndShape($L)", TRACING, traced(arity));
  }

  /** The function and its arguments: one of each, whatever the arity. */
  private static CodeBlock traced(Arity arity) {
    return arity.count() == 1
        ? CodeBlock.of("function, argument")
        : CodeBlock.of(
            "$T.of(function), $T.asList($L)",
            RuntimeNames.LIST_FUNCTIONS,
            Arrays.class,
            arity.arguments());
  }

  private static MethodSpec evalShapeOfArrays(
      Arity arity, List<? extends TypeName> types, String arguments) {
    return Output.function("evalShape", RuntimeNames.SHAPED_ARRAY)
        .addJavadoc("{@return shape and dtype of a function's result for $L}", arguments)
        .addParameter(arity.arrayFunction(), "function")
        .addParameters(Output.parameters(types, arity.names()))
        .addStatement("return $T.shape($L)", TRACING, traced(arity))
        .build();
  }

  /** Arguments have no type of their own: an aval may stand where the function has an array. */
  private static MethodSpec evalShape(Arity arity) {
    var nullable =
        ClassName.OBJECT.annotated(AnnotationSpec.builder(RuntimeNames.NULLABLE).build());
    return Output.function("evalShape", nullable)
        .addJavadoc(
            "{@return shapes and dtypes of a function's result, as a tree of avals; nothing is computed}\n\n")
        .addJavadoc(
            "<p>A map from component names replaces a record that contains only arrays. In the arguments, a {@link $T} may replace an array.\n",
            RuntimeNames.SHAPED_ARRAY)
        .addTypeVariables(arity.variables())
        .addParameter(
            arity.function(arity.variables(), WildcardTypeName.subtypeOf(ClassName.OBJECT)),
            "function")
        .addParameters(
            Output.parameters(Collections.nCopies(arity.count(), nullable), arity.names()))
        .addStatement("return $T.shapes($L)", TRACING, traced(arity))
        .build();
  }
}
