package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes derivatives at a point, {@code vjp}, {@code jvp} and {@code linearize}, for each arity.
 */
final class PointTopics {

  private static final ClassName TOPIC = RuntimeNames.transform("PointFunctions");

  private static final ClassName DIFFERENTIATION = RuntimeNames.transform("Differentiation");

  private static final TypeName OUTPUT_AND_AUX =
      ParameterizedTypeName.get(RuntimeNames.result("OutputAndAux"), Arity.RESULT, Arity.AUX);

  private final List<Arity> arities;
  private final Output output;

  PointTopics(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  JavaFile file() {
    var type = Topic.of(TOPIC, "Derivatives at a point.");
    for (var arity : arities) {
      var trees = arity.variables();
      addArrays(
          type,
          arity,
          "vjp",
          vjp(arity, arity.arrays(), RuntimeNames.ARRAY),
          vjpDoc(arity, "array"));
      type.addMethod(
          vjp(arity, trees, vjp(arity, trees, Arity.RESULT), "vjp", Arity.RESULT)
              .addJavadoc(vjpDoc(arity, "pytree"))
              .build());
      type.addMethod(
          vjp(arity, trees, vjpAux(arity, trees), "vjpAux", OUTPUT_AND_AUX)
              .addTypeVariable(Arity.AUX)
              .addJavadoc(
                  "{@return the pullback of a function of $L that also returns an auxiliary output}",
                  arity.words("pytree"))
              .build());
      addArrays(type, arity, "jvp", result("Jvp", RuntimeNames.ARRAY), jvpDoc(arity, "array"));
      type.addMethod(
          jvp(arity, "jvp", result("Jvp", Arity.RESULT), Arity.RESULT)
              .addJavadoc(jvpDoc(arity, "pytree"))
              .build());
      type.addMethod(
          jvp(arity, "jvpAux", result("JvpAndAux", Arity.RESULT, Arity.AUX), OUTPUT_AND_AUX)
              .addTypeVariable(Arity.AUX)
              .addJavadoc(
                  "{@return the derivative along a tangent of a function of $L that also returns an auxiliary output}",
                  arity.words("pytree"))
              .build());
      addArrays(
          type,
          arity,
          "linearize",
          arity.generic(RuntimeNames.result("Linearized"), arity.arrays(), RuntimeNames.ARRAY),
          linearizeDoc(arity, "array"));
      type.addMethod(linearize(arity, false).addJavadoc(linearizeDoc(arity, "pytree")).build());
      type.addMethod(
          linearize(arity, true)
              .addJavadoc(
                  "{@return the derivative at a point of a function of $L that also returns an auxiliary output}",
                  arity.words("pytree"))
              .build());
    }
    return output.file(TOPIC, type);
  }

  private static CodeBlock vjpDoc(Arity arity, String kind) {
    return CodeBlock.of(
        "{@return the value of a function of $L at a point, and the map from output cotangents to cotangents of $L}",
        arity.words(kind),
        arity.count() == 1 ? "the argument" : "all arguments");
  }

  private static CodeBlock jvpDoc(Arity arity, String kind) {
    return CodeBlock.of(
        "{@return the value of a function of $L at a point, and its derivative along $L}",
        arity.words(kind),
        arity.count() == 1 ? "a tangent" : "one tangent for each argument");
  }

  private static CodeBlock linearizeDoc(Arity arity, String kind) {
    return CodeBlock.of(
        "{@return the value of a function of $L at a point, and its derivative there as a function}",
        arity.words(kind));
  }

  private static TypeName result(String name, TypeName... types) {
    return ParameterizedTypeName.get(RuntimeNames.result(name), types);
  }

  private static TypeName vjp(Arity arity, List<? extends TypeName> types, TypeName out) {
    return result("Vjp", arity.parts(types), out);
  }

  private static TypeName vjpAux(Arity arity, List<? extends TypeName> types) {
    return result("VjpAndAux", arity.parts(types), Arity.RESULT, Arity.AUX);
  }

  /** Adds the overload for functions of arrays, which hands over to the general one. */
  private static void addArrays(
      TypeSpec.Builder type, Arity arity, String name, TypeName result, CodeBlock doc) {
    boolean tangents = name.equals("jvp");
    var method =
        Output.function(name, result)
            .addJavadoc(doc)
            .addParameter(arity.arrayFunction(), "function")
            .addParameters(Output.parameters(arity.arrays(), arity.names()));
    if (tangents) {
      method.addParameters(Output.parameters(arity.arrays(), tangents(arity)));
    }
    type.addMethod(
        method
            .addStatement(
                "$T general = function", arity.function(arity.arrays(), RuntimeNames.ARRAY))
            .addStatement(
                "return $L(general, $L$L)",
                name,
                arity.arguments(),
                tangents ? ", " + String.join(", ", tangents(arity)) : "")
            .build());
  }

  private static List<String> tangents(Arity arity) {
    return arity.count() == 1
        ? List.of("tangent")
        : arity.names().stream().map(name -> name + "Dot").toList();
  }

  private static MethodSpec.Builder general(
      Arity arity, String name, TypeName result, TypeName out) {
    return Output.function(name, result)
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .addParameter(arity.function(arity.variables(), out), "function")
        .addParameters(Output.parameters(arity.variables(), arity.names()));
  }

  private static MethodSpec.Builder vjp(
      Arity arity, List<TypeVariableName> types, TypeName result, String name, TypeName out) {
    var method = general(arity, name, result, out);
    if (arity.count() == 1) {
      return method.addStatement("return $T.$L(function, argument)", DIFFERENTIATION, name);
    }
    var parts =
        arity.ordinals().stream()
            .map(ordinal -> CodeBlock.of("all.$L()", ordinal))
            .collect(CodeBlock.joining(", "));
    return method.addStatement(
        "return $T.$L(($T all) -> function.apply($L), $T.of($L))",
        DIFFERENTIATION,
        name,
        arity.parts(types),
        parts,
        arity.of(RuntimeNames.GRADS),
        arity.arguments());
  }

  private static MethodSpec.Builder jvp(Arity arity, String name, TypeName result, TypeName out) {
    var method =
        general(arity, name, result, out)
            .addParameters(Output.parameters(arity.variables(), tangents(arity)));
    if (arity.count() == 1) {
      return method.addStatement(
          "return $T.$L(function, argument, tangent)", DIFFERENTIATION, name);
    }
    return method.addStatement(
        "return $T.$L($T.of(function), $T.asList($L), $T.asList($L))",
        DIFFERENTIATION,
        name,
        RuntimeNames.LIST_FUNCTIONS,
        Arrays.class,
        arity.arguments(),
        Arrays.class,
        String.join(", ", tangents(arity)));
  }

  private static MethodSpec.Builder linearize(Arity arity, boolean aux) {
    var others = new ArrayList<TypeName>(List.of(Arity.RESULT));
    if (aux) {
      others.add(Arity.AUX);
    }
    var result = RuntimeNames.result(aux ? "LinearizedAndAux" : "Linearized");
    var method =
        general(
            arity,
            aux ? "linearizeAux" : "linearize",
            arity.generic(result, arity.variables(), others.toArray(TypeName[]::new)),
            aux ? OUTPUT_AND_AUX : Arity.RESULT);
    if (aux) {
      method.addTypeVariable(Arity.AUX);
    }
    var name = aux ? "linearizeAux" : "linearize";
    if (arity.count() == 1) {
      return method.addStatement("return $T.$L(function, argument)", DIFFERENTIATION, name);
    }
    var lambda = IntStream.range(0, arity.count()).mapToObj(i -> "t" + i).toList();
    return method
        .addStatement(
            "var all = $T.$L($T.of(function), $T.asList($L))",
            DIFFERENTIATION,
            name,
            RuntimeNames.LIST_FUNCTIONS,
            Arrays.class,
            arity.arguments())
        .addStatement(
            "return new $T<>(all.output(), ($L) -> all.linear().apply($T.asList($L))$L)",
            arity.of(result),
            String.join(", ", lambda),
            Arrays.class,
            String.join(", ", lambda),
            aux ? ", all.aux()" : "");
  }
}
