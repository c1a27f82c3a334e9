package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/**
 * Writes the interfaces of modules by the arguments of their {@code call}: the forms of {@code
 * init} and {@code apply} that take these arguments, as default methods.
 */
final class ModuleCallWriter {

  private static final ClassName CALLS = RuntimeNames.module("ModuleCalls");

  private static final ClassName OPTIONS = RuntimeNames.module("ApplyOptions");

  private static final ClassName NO_OPTIONS = RuntimeNames.module("CallOptions");

  private static final ClassName KEY = ClassName.get("io.cambric.numpy", "Key");

  private static final ClassName RNGS = ClassName.get("io.cambric.scope", "Rngs");

  private static final ClassName VARIABLES = ClassName.get("io.cambric.scope", "Variables");

  private static final TypeName INITIALIZED =
      ParameterizedTypeName.get(RuntimeNames.module("Initialized"), Arity.RESULT);

  private static final TypeName APPLIED =
      ParameterizedTypeName.get(RuntimeNames.module("Applied"), Arity.RESULT);

  private static final String INIT =
      "{@return the variables that {@code call} makes when it runs on these arguments}\n\n";

  private static final String INIT_WITH_OUTPUT =
      "{@return the output of {@code call} on these arguments, and the variables that it makes}\n\n";

  /** A parameter before the arguments of {@code call}. */
  private record Leading(ClassName type, String name, String doc) {

    static final Leading OF_KEY = new Leading(KEY, "key", "the key of all random numbers");

    static final Leading OF_RNGS = new Leading(RNGS, "rngs", "the keys of the random streams");

    static final Leading OF_VARIABLES =
        new Leading(VARIABLES, "variables", "the variables of the module");

    static final Leading OF_OPTIONS =
        new Leading(OPTIONS, "options", "options such as mutable collections and random streams");
  }

  private final Arity arity;
  private final Output output;

  ModuleCallWriter(Arity arity, Output output) {
    this.arity = arity;
    this.output = output;
  }

  JavaFile file() {
    var name = arity.of(RuntimeNames.module("ModuleCall"));
    var type =
        TypeSpec.interfaceBuilder(name)
            .addJavadoc(
                "A module whose {@code call} has $L, which {@code init} and {@code apply} take as well.\n\n"
                    + "<p>Only generated classes and modules from lambdas implement it.\n\n",
                arity.words("argument"))
            .addModifiers(Modifier.PUBLIC);
    var variables = arity.variablesAnd(Arity.RESULT);
    for (int i = 0; i < arity.count(); i++) {
      type.addTypeVariable(FunctionWriter.nullable(variables.get(i)));
      type.addJavadoc("@param <$T> $L\n", variables.get(i), words(i));
    }
    type.addTypeVariable(FunctionWriter.nullable(Arity.RESULT))
        .addJavadoc("@param <R> the output\n");
    return output.file(
        name,
        type.addMethod(
                method("init", VARIABLES, INIT, Leading.OF_KEY)
                    .addStatement("return init($T.of(key), $L)", RNGS, arity.arguments())
                    .build())
            .addMethod(
                method("init", VARIABLES, INIT, Leading.OF_RNGS)
                    .addStatement("return initWithOutput(rngs, $L).variables()", arity.arguments())
                    .build())
            .addMethod(
                method("initWithOutput", INITIALIZED, INIT_WITH_OUTPUT, Leading.OF_KEY)
                    .addStatement("return initWithOutput($T.of(key), $L)", RNGS, arity.arguments())
                    .build())
            .addMethod(
                method("initWithOutput", INITIALIZED, INIT_WITH_OUTPUT, Leading.OF_RNGS)
                    .addStatement(
                        "return $T.initWithOutput(this, rngs, $L)", CALLS, arity.arguments())
                    .build())
            .addMethod(
                method(
                        "apply",
                        Arity.RESULT,
                        "{@return the output of {@code call} on these arguments}\n\n",
                        Leading.OF_VARIABLES)
                    .addStatement(
                        "return apply(variables, $T.NONE, $L).output()",
                        NO_OPTIONS,
                        arity.arguments())
                    .build())
            .addMethod(
                method(
                        "apply",
                        APPLIED,
                        "{@return the output of {@code call} on these arguments, and the mutable"
                            + " variables}\n\n",
                        Leading.OF_VARIABLES,
                        Leading.OF_OPTIONS)
                    .addStatement(
                        "return $T.apply(this, variables, options, $L)", CALLS, arity.arguments())
                    .build()));
  }

  private MethodSpec.Builder method(String name, TypeName result, String doc, Leading... leading) {
    var method = Output.method(name, result).addModifiers(Modifier.DEFAULT).addJavadoc(doc);
    for (var parameter : leading) {
      method.addParameter(parameter.type(), parameter.name());
      method.addJavadoc("@param $L $L\n", parameter.name(), parameter.doc());
    }
    method.addParameters(Output.parameters(arity.variables(), arity.names()));
    for (int i = 0; i < arity.count(); i++) {
      method.addJavadoc("@param $L $L of {@code call}\n", arity.names().get(i), words(i));
    }
    return method;
  }

  private String words(int i) {
    return arity.count() == 1 ? "the argument" : "the %s argument".formatted(arity.names().get(i));
  }
}
