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
 * Writes the functions that {@code jit}, {@code vmap}, {@code pmap} and {@code checkpoint} return.
 * The superclass holds their logic over lists of arguments; a written class adds types.
 */
final class TransformedWriter {

  /**
   * A kind of transformed functions.
   *
   * @param name of the class for one argument
   * @param base the superclass
   * @param options the record of its options
   * @param words a sentence on the class, for the arguments in words
   */
  private record Kind(String name, String base, String options, String words) {

    boolean isJitted() {
      return base.equals("Jitted");
    }

    boolean isMapped() {
      return base.equals("Mapped");
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind("Jit", "Jitted", "JitOptions", "A compiled function of $L."),
          new Kind("Vmap", "Mapped", "MapOptions", "A function of $L, mapped over axes."),
          new Kind(
              "Pmap", "Mapped", "MapOptions", "A function of $L, mapped over axes on threads."),
          new Kind(
              "Checkpoint",
              "Checkpointed",
              "CheckpointOptions",
              "A function of $L whose backward pass recomputes values instead of keeping them."));

  private final Arity arity;
  private final Output output;

  TransformedWriter(Arity arity, Output output) {
    this.arity = arity;
    this.output = output;
  }

  List<JavaFile> files() {
    var files = new ArrayList<JavaFile>();
    for (var kind : KINDS) {
      files.add(general(kind));
      files.add(arrays(kind));
    }
    return files;
  }

  private JavaFile general(Kind kind) {
    var name = arity.of(RuntimeNames.transform(kind.name()));
    var types = arity.variables();
    var variables = arity.variablesAnd(Arity.RESULT);
    var self = ParameterizedTypeName.get(name, variables.toArray(TypeName[]::new));
    var type = type(kind, name, self, types, Arity.RESULT, arity.function(types, Arity.RESULT));
    type.addJavadoc(kind.words() + "\n\n", arity.words("pytree")).addTypeVariables(variables);
    for (var variable : types) {
      type.addJavadoc("@param <$T> an argument\n", variable);
    }
    return output.file(name, type.addJavadoc("@param <R> result\n"));
  }

  private JavaFile arrays(Kind kind) {
    var name = arity.of(RuntimeNames.transform("Array" + kind.name()));
    var type = type(kind, name, name, arity.arrays(), RuntimeNames.ARRAY, arity.arrayFunction());
    return output.file(name, type.addJavadoc(kind.words(), arity.words("array")));
  }

  private TypeSpec.Builder type(
      Kind kind,
      ClassName name,
      TypeName self,
      List<? extends TypeName> types,
      TypeName result,
      TypeName function) {
    var options = RuntimeNames.transform(kind.options());
    var type =
        TypeSpec.classBuilder(name)
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .superclass(ParameterizedTypeName.get(RuntimeNames.transform(kind.base()), self))
            .addSuperinterface(function)
            .addField(function, "function", Modifier.PRIVATE, Modifier.FINAL)
            .addMethod(constructor(kind, function, options))
            .addMethod(with(self, options))
            .addMethod(apply(arity, types, result));
    if (kind.isJitted()) {
      addReaders(type, types);
    }
    if (kind.isMapped()) {
      type.addMethod(inAxes(self));
    }
    return type;
  }

  private MethodSpec constructor(Kind kind, TypeName function, ClassName options) {
    var arguments = CodeBlock.builder();
    if (kind.isMapped()) {
      arguments.add("$T.$L, ", RuntimeNames.transform("Mapping"), kind.name().toUpperCase());
    }
    arguments.add("function, $T.of(function), options", RuntimeNames.LIST_FUNCTIONS);
    if (kind.isJitted()) {
      arguments.add(", $L", arity.count());
    }
    return MethodSpec.constructorBuilder()
        .addParameter(function, "function")
        .addParameter(options, "options")
        .addStatement("super($L)", arguments.build())
        .addStatement("this.function = function")
        .build();
  }

  private static MethodSpec with(TypeName self, ClassName options) {
    var made = DifferentiatedWriter.made(self, CodeBlock.of("function, options"));
    return MethodSpec.methodBuilder("with")
        .addAnnotation(Override.class)
        .addParameter(options, "options")
        .returns(self)
        .addStatement("return $L", made)
        .build();
  }

  static MethodSpec apply(Arity arity, List<? extends TypeName> types, TypeName result) {
    return Output.method("apply", result)
        .addAnnotation(Override.class)
        .addParameters(Output.parameters(types, arity.names()))
        .addStatement("return call($T.asList($L))", Arrays.class, arity.arguments())
        .build();
  }

  private void addReaders(TypeSpec.Builder type, List<? extends TypeName> types) {
    var parameters = Output.parameters(types, arity.names());
    var these = arity.count() == 1 ? "this argument" : "these arguments";
    var lowered = RuntimeNames.transform("Lowered");
    type.addMethod(
        reader("jaxpr", RuntimeNames.JAXPR, parameters)
            .addJavadoc("{@return the program traced for $L, before compilation}", these)
            .addStatement("return lower($L).jaxpr()", arity.arguments())
            .build());
    type.addMethod(
        reader("lower", lowered, parameters)
            .addJavadoc("{@return the program for $L and its compiled form, for inspection}", these)
            .addStatement("return lowered($T.asList($L))", Arrays.class, arity.arguments())
            .build());
    type.addMethod(
        reader("explain", ClassName.get(String.class), parameters)
            .addJavadoc(
                "{@return the compiled program for $L as a table, see {@link $T#explain}}",
                these,
                lowered)
            .addStatement("return lower($L).explain()", arity.arguments())
            .build());
  }

  private static MethodSpec.Builder reader(
      String name, TypeName result, List<ParameterSpec> parameters) {
    return Output.method(name, result).addParameters(parameters);
  }

  private MethodSpec inAxes(TypeName self) {
    var axis = ClassName.OBJECT.annotated(AnnotationSpec.builder(RuntimeNames.NULLABLE).build());
    var names = arity.count() == 1 ? List.of("axes") : arity.names();
    var method =
        Output.method("inAxes", self)
            .addJavadoc(
                "{@return this function mapped over other axes of the $L}\n\n",
                arity.count() == 1 ? "argument" : "arguments, one tree of axes for each")
            .addJavadoc(
                "<p>An integer is the axis of all arrays below it. Null shares them between the lanes, and {@link $T} selects arrays of a record.\n",
                RuntimeNames.transform("TreeAxes"));
    names.forEach(parameter -> method.addParameter(axis, parameter));
    return method
        .addStatement("return mapping($T.asList($L))", Arrays.class, String.join(", ", names))
        .build();
  }
}
