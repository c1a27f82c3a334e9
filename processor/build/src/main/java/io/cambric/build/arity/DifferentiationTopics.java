package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Writes gradients and jacobians for each arity, with and without auxiliary outputs. */
final class DifferentiationTopics {

  private static final ClassName VALUE_AND_GRAD = RuntimeNames.result("ValueAndGrad");

  private static final ClassName JACOBIAN_AND_AUX = RuntimeNames.result("JacobianAndAux");

  private static final TypeName WITH_AUX =
      ParameterizedTypeName.get(RuntimeNames.result("WithAux"), Arity.AUX);

  private static final ClassName DERIVATIVE = RuntimeNames.transform("Derivative");

  private static final ClassName OPTIONS = RuntimeNames.transform("GradOptions");

  private static final String GRADIENTS =
      """
      <p>The derivative is with respect to the first argument. Call {@code argnums(0, 2)} on the result
      to select others, and {@code allowInt()} to allow leaves that are not floating.

      @throws io.cambric.errors.DifferentiationException when called, if the output is not a floating
          scalar or an input is not floating
      @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.$L.html">jax.$L</a>
      """;

  private static final String JACOBIANS =
      """
      <p>The derivative is with respect to the first argument. Call {@code argnums(0, 1)} on the result
      to select others.

      @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.$L.html">jax.$L</a>
      """;

  private static final String JACOBIAN_TREES =
      """
      <p>The result has the structure of the output, with a tree like the argument in place of each
      array. Its arrays have the axes of the output, followed by the axes of the input. If the argument
      is more than one array, maps from component names replace records of the output, because
      components of records are arrays.
      """;

  private final List<Arity> arities;
  private final Output output;

  DifferentiationTopics(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  List<JavaFile> files() {
    return List.of(gradients(), jacobians());
  }

  private JavaFile gradients() {
    var name = RuntimeNames.transform("GradFunctions");
    var type = Topic.of(name, "Gradients of functions with a scalar output.");
    for (var arity : arities) {
      var trees = arity.variables();
      var arrays = arity.arrays();
      add(
          type,
          "grad",
          arity,
          "{@return the gradient of a function of $L with a scalar output}",
          GRADIENTS,
          DifferentiatedWriter.arrays(arity, "Grad", arity.parts(arrays)));
      type.addMethod(
          general("grad", arity, RuntimeNames.ARRAY, grad(arity, trees, part -> part))
              .addJavadoc(
                  "{@return the gradient of a function of $L with a scalar output}",
                  arity.words("pytree"))
              .build());
      add(
          type,
          "valueAndGrad",
          arity,
          "{@return the value and the gradient of a function of $L}",
          GRADIENTS,
          grad(arity, arrays, DifferentiationTopics::valueAndGrad));
      type.addMethod(
          general(
                  "valueAndGrad",
                  arity,
                  RuntimeNames.ARRAY,
                  grad(arity, trees, DifferentiationTopics::valueAndGrad))
              .addJavadoc(
                  "{@return the value and the gradient of a function of $L}", arity.words("pytree"))
              .build());
      type.addMethod(
          general("gradAux", arity, WITH_AUX, grad(arity, trees, part -> aux("GradAndAux", part)))
              .addTypeVariable(Arity.AUX)
              .addJavadoc(
                  "{@return the gradient of a function of $L that also returns an auxiliary output}",
                  arity.words("pytree"))
              .build());
      type.addMethod(
          general(
                  "valueAndGradAux",
                  arity,
                  WITH_AUX,
                  grad(arity, trees, part -> aux("ValueAuxAndGrad", part)))
              .addTypeVariable(Arity.AUX)
              .addJavadoc(
                  "{@return the value and the gradient of a function of $L that also returns an auxiliary output}",
                  arity.words("pytree"))
              .build());
    }
    return output.file(name, type);
  }

  private JavaFile jacobians() {
    var name = RuntimeNames.transform("JacobianFunctions");
    var type =
        Topic.of(name, "First and second derivatives with respect to all elements of arrays.");
    for (var arity : arities) {
      addJacobian(
          type, arity, "jacfwd", "the jacobian by forward differentiation of a function of");
      addJacobian(
          type, arity, "jacrev", "the jacobian by reverse differentiation of a function of");
      addJacobian(
          type, arity, "hessian", "the second derivatives, forward over reverse, of a function of");
    }
    return output.file(name, type);
  }

  private void addJacobian(TypeSpec.Builder type, Arity arity, String name, String words) {
    boolean second = name.equals("hessian");
    var arrays = arity.parts(arity.arrays());
    var several =
        second && arity.count() > 1
            ? arity.generic(RuntimeNames.GRADS, nested(arity, arrays))
            : arrays;
    add(
        type,
        name,
        arity,
        "{@return "
            + words
            + " $L, with the axes of the output, then the axes of the input"
            + (second ? " twice}" : "}"),
        JACOBIANS,
        DifferentiatedWriter.arrays(arity, "Jacobian", several));
    var types = arity.variables();
    var tree =
        general(
                name,
                arity,
                Arity.RESULT,
                DifferentiatedWriter.general(
                    arity, "Jacobian", types, ClassName.OBJECT, ClassName.OBJECT))
            .addTypeVariable(Arity.RESULT)
            .addJavadoc("{@return $L $L}", words, arity.words("pytree"));
    if (arity.count() == 1) {
      tree.addJavadoc("\n\n$L", JACOBIAN_TREES);
    }
    type.addMethod(tree.build());
    type.addMethod(
        general(
                name + "Aux",
                arity,
                WITH_AUX,
                DifferentiatedWriter.general(
                    arity,
                    "Jacobian",
                    types,
                    jacobianAndAux(second ? ClassName.OBJECT : types.getFirst()),
                    jacobianAndAux(second ? ClassName.OBJECT : arity.parts(types))))
            .addTypeVariable(Arity.AUX)
            .addJavadoc(
                "{@return $L $L that also returns an auxiliary output}",
                words,
                arity.words("pytree"))
            .build());
  }

  private static List<TypeName> nested(Arity arity, TypeName part) {
    return Collections.nCopies(arity.count(), part);
  }

  private static TypeName jacobianAndAux(TypeName jacobian) {
    return ParameterizedTypeName.get(JACOBIAN_AND_AUX, jacobian, Arity.AUX);
  }

  private static TypeName valueAndGrad(TypeName part) {
    return ParameterizedTypeName.get(VALUE_AND_GRAD, part);
  }

  private static TypeName aux(String result, TypeName part) {
    return ParameterizedTypeName.get(RuntimeNames.result(result), part, Arity.AUX);
  }

  /** The class of gradients whose results are made of the gradient in one argument, or several. */
  private static TypeName grad(
      Arity arity, List<? extends TypeName> types, UnaryOperator<TypeName> result) {
    return DifferentiatedWriter.general(
        arity, "Grad", types, result.apply(types.getFirst()), result.apply(arity.parts(types)));
  }

  /** Adds the overload for functions of arrays; the one for one array has the long Javadoc. */
  private static void add(
      TypeSpec.Builder type, String name, Arity arity, String first, String more, TypeName result) {
    var method =
        Output.function(name, result)
            .addJavadoc(first, arity.words("array"))
            .addParameter(arity.arrayFunction(), "function")
            .addStatement("return $L", made(name, result));
    if (arity.count() == 1) {
      var page = name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      method.addJavadoc("\n\n" + more, page, page);
    }
    type.addMethod(method.build());
  }

  private static MethodSpec.Builder general(
      String name, Arity arity, TypeName output, TypeName result) {
    return Output.function(name, result)
        .addTypeVariables(arity.variables())
        .addParameter(arity.function(arity.variables(), output), "function")
        .addStatement("return $L", made(name, result));
  }

  private static CodeBlock made(String name, TypeName result) {
    var constant = name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    return DifferentiatedWriter.made(
        result, CodeBlock.of("function, $T.$L, $T.DEFAULT", DERIVATIVE, constant, OPTIONS));
  }
}
