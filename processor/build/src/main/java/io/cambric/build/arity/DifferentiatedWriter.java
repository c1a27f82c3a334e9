package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes the functions that gradients and jacobians return.
 *
 * <p>{@code Grad2<A, B, R, M>} is a function of two pytrees with result {@code R}. {@code argnums}
 * returns one with result {@code M}, which has a part for each chosen argument.
 */
final class DifferentiatedWriter {

  static final TypeVariableName SEVERAL = TypeVariableName.get("M");

  private static final ClassName BASE = RuntimeNames.transform("Differentiated");

  private static final ClassName OPTIONS = RuntimeNames.transform("GradOptions");

  private static final ClassName DERIVATIVE = RuntimeNames.transform("Derivative");

  private final Arity arity;
  private final Output output;

  DifferentiatedWriter(Arity arity, Output output) {
    this.arity = arity;
    this.output = output;
  }

  List<JavaFile> files() {
    return List.of(general("Grad"), arrays("Grad"), general("Jacobian"), arrays("Jacobian"));
  }

  /** {@return the class of derivatives of a kind with these types of results} */
  static TypeName general(
      Arity arity, String kind, List<? extends TypeName> types, TypeName result, TypeName several) {
    var name = RuntimeNames.transform(kind);
    return arity.count() == 1
        ? arity.generic(name, types, result)
        : arity.generic(name, types, result, several);
  }

  /** {@return the class of derivatives of functions of arrays} */
  static TypeName arrays(Arity arity, String kind, TypeName several) {
    var name = arity.of(RuntimeNames.transform("Array" + kind));
    return isOpen(arity, kind) ? ParameterizedTypeName.get(name, several) : name;
  }

  /** Whether derivatives of several arrays differ in type: those of second order do. */
  private static boolean isOpen(Arity arity, String kind) {
    return arity.count() > 1 && kind.equals("Jacobian");
  }

  private JavaFile general(String kind) {
    var name = arity.of(RuntimeNames.transform(kind));
    var types = arity.variables();
    var variables =
        new ArrayList<>(
            arity.count() == 1
                ? arity.variablesAnd(Arity.RESULT)
                : arity.variablesAnd(Arity.RESULT, SEVERAL));
    var type =
        type(name, types, Arity.RESULT)
            .addTypeVariables(variables)
            .addJavadoc("A derivative of a function of $L.\n\n", arity.words("pytree"))
            .addSuperinterface(arity.function(types, Arity.RESULT));
    for (var variable : types) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    type.addJavadoc("@param <R> result\n");
    if (arity.count() > 1) {
      type.addJavadoc("@param <M> result with a part for each requested argument\n")
          .addMethod(argnums(kind, types, SEVERAL));
    }
    if (kind.equals("Grad")) {
      type.addMethod(allowInt(general(arity, kind, types, Arity.RESULT, SEVERAL)));
    }
    return output.file(name, type);
  }

  private JavaFile arrays(String kind) {
    var name = arity.of(RuntimeNames.transform("Array" + kind));
    var types = arity.arrays();
    var type =
        type(name, types, RuntimeNames.ARRAY)
            .addJavadoc("A derivative of a function of $L.\n\n", arity.words("array"))
            .addSuperinterface(arity.arrayFunction());
    var open = isOpen(arity, kind);
    if (open) {
      type.addTypeVariable(SEVERAL)
          .addJavadoc("@param <M> result with a part for each requested argument\n");
    }
    if (arity.count() > 1) {
      type.addMethod(argnums(kind, types, open ? SEVERAL : arity.parts(types)));
    }
    if (kind.equals("Grad")) {
      type.addMethod(allowInt(name));
    }
    return output.file(name, type);
  }

  private TypeSpec.Builder type(ClassName name, List<? extends TypeName> types, TypeName result) {
    var function = arity.function(types, WildcardTypeName.subtypeOf(ClassName.OBJECT));
    return TypeSpec.classBuilder(name)
        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
        .superclass(BASE)
        .addField(function, "function", Modifier.PRIVATE, Modifier.FINAL)
        .addMethod(
            MethodSpec.constructorBuilder()
                .addParameter(function, "function")
                .addParameter(DERIVATIVE, "derivative")
                .addParameter(OPTIONS, "options")
                .addStatement(
                    "super(function, $T.of(function), derivative, options)",
                    RuntimeNames.LIST_FUNCTIONS)
                .addStatement("this.function = function")
                .build())
        .addMethod(TransformedWriter.apply(arity, types, result));
  }

  private static MethodSpec allowInt(TypeName self) {
    return Output.method("allowInt", self)
        .addJavadoc(
            "{@return this derivative, with integer and bool leaves allowed; their gradients are zeros of the same dtype}")
        .addStatement(
            "return $L",
            made(self, CodeBlock.of("function, derivative(), options().withIntegers(true)")))
        .build();
  }

  private MethodSpec argnums(String kind, List<? extends TypeName> types, TypeName several) {
    var result = general(arity, kind, types, several, several);
    var options =
        CodeBlock.of(
            "options().withArgnums($T.of($T::new, $L, argnum, others))",
            RuntimeNames.transform("Argnums"),
            arity.of(RuntimeNames.GRADS),
            arity.count());
    return Output.method("argnums", result)
        .addJavadoc(
            "{@return this derivative with respect to the given arguments, with a part for each}\n\n")
        .addJavadoc(
            "@param argnum number of an argument, from 0; negative numbers count from the last\n")
        .addJavadoc("@param others more argument numbers\n")
        .addJavadoc(
            "@throws $T if there is no such argument\n",
            ClassName.get("io.cambric.errors", "DifferentiationException"))
        .addParameter(TypeName.INT, "argnum")
        .addParameter(int[].class, "others")
        .varargs()
        .addStatement(
            "return $L", made(result, CodeBlock.of("function, derivative(), $L", options)))
        .build();
  }

  /** {@return code that makes an object, whose type arguments Java infers} */
  static CodeBlock made(TypeName type, CodeBlock arguments) {
    return type instanceof ParameterizedTypeName generic
        ? CodeBlock.of("new $T<>($L)", generic.rawType(), arguments)
        : CodeBlock.of("new $T($L)", type, arguments);
  }
}
