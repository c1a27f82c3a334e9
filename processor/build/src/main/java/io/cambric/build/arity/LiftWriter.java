package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Writes the lifted functions: the classes that have options as methods, and the topic of the
 * façade {@code Lift} with the functions that make them.
 */
final class LiftWriter {

  private static final ClassName WRAPPERS = RuntimeNames.module("LiftedWrappers");

  private static final ClassName FUNCTIONS = RuntimeNames.module("LiftedFunctions");

  private static final ClassName FUNCTION_LIFT = RuntimeNames.module("FunctionLift");

  private static final ClassName LIFTING = RuntimeNames.lift("Lifting");

  private static final String LOOP =
      "{@return the function as the body of a loop} The argument after the module is "
          + "the carry. The result is\nthe next carry, or a {@link "
          + "io.cambric.transform.result.Carry} with an output.";

  /**
   * A lifted transformation.
   *
   * @param name of the function
   * @param lift the class of its value, and the constant without options
   * @param verbs of its options: the name of the function's class and of the interface; empty for
   *     none
   * @param doc of the function
   */
  private record Wrapper(String name, String lift, String constant, String verbs, String doc) {

    boolean hasVerbs() {
      return !verbs.isEmpty();
    }
  }

  private static final List<Wrapper> WRAPPERS_OF_FUNCTIONS =
      List.of(
          new Wrapper(
              "vmap",
              "VmapLift",
              "NONE",
              "Vmap",
              "{@return the function mapped over axes of arguments, variables and results}"),
          new Wrapper(
              "pmap",
              "VmapLift",
              "WORKERS",
              "Vmap",
              "{@return the function mapped like {@code vmap}, with a worker thread for each lane}"),
          new Wrapper("scan", "ScanLift", "NONE", "Scan", LOOP),
          new Wrapper(
              "remat",
              "RematLift",
              "ALL",
              "Remat",
              "{@return the function checkpointed: the residuals are its arguments, and values that a\n"
                  + "policy names}"),
          new Wrapper(
              "mapVariables",
              "MapVariablesLift",
              "NONE",
              "MapVariables",
              "{@return the function with transformed collections}"),
          new Wrapper("jit", "JitLift", "ALL", "", "{@return the function compiled}"),
          new Wrapper(
              "foldRngs",
              "FoldRngsLift",
              "ALL",
              "",
              "{@return the function with the random streams of its compiled form}"),
          new Wrapper(
              "sharded",
              "ShardLift",
              "ALL",
              "",
              "{@return the function; the lanes of a named axis keep slices of its variables}"));

  private final List<Arity> arities;
  private final Output output;

  LiftWriter(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  List<JavaFile> files() {
    var kinds =
        WRAPPERS_OF_FUNCTIONS.stream()
            .filter(Wrapper::hasVerbs)
            .collect(Collectors.toMap(Wrapper::verbs, kind -> kind, (first, _) -> first))
            .values();
    return Stream.concat(
            Stream.of(topic()),
            kinds.stream().flatMap(kind -> arities.stream().map(arity -> type(kind, arity))))
        .toList();
  }

  private JavaFile topic() {
    var type = Output.functions(WRAPPERS).addJavadoc("Transformed functions of modules.");
    for (var wrapper : WRAPPERS_OF_FUNCTIONS) {
      arities.forEach(arity -> type.addMethod(function(wrapper, arity)));
    }
    arities.forEach(arity -> type.addMethod(lifted(arity)));
    return output.file(WRAPPERS, type);
  }

  private static ClassName lifted(Wrapper kind) {
    return RuntimeNames.module("Lifted" + kind.verbs());
  }

  private static TypeName function(Arity arity) {
    return arity.function(arity.variables(), Arity.RESULT);
  }

  private static MethodSpec function(Wrapper wrapper, Arity arity) {
    var lift = CodeBlock.of("$T.$L", RuntimeNames.lift(wrapper.lift()), wrapper.constant());
    var function = function(arity);
    var result =
        wrapper.hasVerbs()
            ? arity.generic(lifted(wrapper), arity.variables(), Arity.RESULT)
            : function;
    return Output.function(wrapper.name(), result)
        .addJavadoc(wrapper.doc())
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .addParameter(function, "function")
        .addStatement(
            wrapper.hasVerbs()
                ? CodeBlock.of("return new $T<>(function, $L)", arity.of(lifted(wrapper)), lift)
                : CodeBlock.of("return lifted($L, function)", lift))
        .build();
  }

  private static MethodSpec lifted(Arity arity) {
    var function = function(arity);
    var own =
        IntStream.range(0, arity.count())
            .mapToObj(
                i -> CodeBlock.of("$T.<$T>at(own, $L)", FUNCTIONS, arity.variables().get(i), i))
            .collect(CodeBlock.joining(", "));
    return Output.function("lifted", function)
        .addJavadoc("{@return the function transformed}")
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .addParameter(LIFTING, "lifting")
        .addParameter(function, "function")
        .addStatement(
            "return ($L) -> $T.<$T>run(\nlifting, function, own -> function.apply($L), $L)",
            arity.arguments(),
            FUNCTIONS,
            Arity.RESULT,
            own,
            list(arity))
        .build();
  }

  /** The arguments as a list; each may be null. */
  private static CodeBlock list(Arity arity) {
    return arity.count() == 1
        ? CodeBlock.of("$T.singletonList($L)", Collections.class, arity.arguments())
        : CodeBlock.of("$T.asList($L)", Arrays.class, arity.arguments());
  }

  private JavaFile type(Wrapper kind, Arity arity) {
    var name = arity.of(lifted(kind));
    var variables = arity.variablesAnd(Arity.RESULT);
    var self = ParameterizedTypeName.get(name, variables.toArray(TypeName[]::new));
    var function = function(arity);
    var lift = RuntimeNames.lift(kind.lift());
    var type =
        TypeSpec.classBuilder(name)
            .addJavadoc(
                "A function of $L under the lifted {@code $L}, with the options as methods.\n\n",
                arity.words("argument"),
                kind.name())
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addTypeVariables(variables)
            .superclass(FUNCTION_LIFT)
            .addSuperinterface(function)
            .addSuperinterface(
                ParameterizedTypeName.get(RuntimeNames.module(kind.verbs() + "Verbs"), self))
            .addField(function, "function", Modifier.PRIVATE, Modifier.FINAL)
            .addMethod(
                MethodSpec.constructorBuilder()
                    .addParameter(function, "function")
                    .addParameter(lift, "lift")
                    .addStatement("super(lift)")
                    .addStatement("this.function = function")
                    .build())
            .addMethod(
                MethodSpec.methodBuilder("with")
                    .addAnnotation(Override.class)
                    .addParameter(LIFTING, "lifting")
                    .returns(self)
                    .addStatement("return new $T<>(function, ($T) lifting)", name, lift)
                    .build())
            .addMethod(
                Output.method("apply", Arity.RESULT)
                    .addAnnotation(Override.class)
                    .addParameters(Output.parameters(arity.variables(), arity.names()))
                    .addStatement(
                        "return $T.lifted(lifting(), function).apply($L)",
                        WRAPPERS,
                        arity.arguments())
                    .build());
    for (var variable : arity.variables()) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    return output.file(name, type.addJavadoc("@param <R> result\n"));
  }
}
