package io.cambric.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import io.cambric.processor.read.DocComment;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ParameterModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.read.ShorthandForm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import javax.lang.model.element.Modifier;

/** Writes the forms of {@code init} and {@code apply} that take the arguments of {@code call}. */
final class ShorthandWriter {

  /** The name and the Javadoc of a leading parameter. */
  private record Leading(String name, String doc) {}

  private static final Map<ClassName, Leading> LEADING =
      Map.of(
          RuntimeTypes.KEY, new Leading("key", "the key of all random numbers"),
          RuntimeTypes.RNGS, new Leading("rngs", "the keys of the random streams"),
          RuntimeTypes.VARIABLES, new Leading("variables", "the variables of the module"),
          RuntimeTypes.APPLY_OPTIONS,
              new Leading("options", "options such as mutable collections and random streams"));

  private ShorthandWriter() {}

  static MethodSpec write(Member.Shorthand shorthand) {
    var form = shorthand.form();
    var call = shorthand.call();
    var method =
        MethodSpec.methodBuilder(form.method())
            .addModifiers(Modifier.PUBLIC)
            .addTypeVariables(call.typeVariables())
            .returns(returnType(form, call));
    var taken = new HashSet<>(call.parameters().stream().map(ParameterModel::name).toList());
    var leading = new ArrayList<String>();
    var tags = new ArrayList<DocComment.Tag>();
    for (var type : form.parameterTypes()) {
      var words = Objects.requireNonNull(LEADING.get(type));
      var name = Code.free(words.name(), taken);
      leading.add(name);
      method.addParameter(type, name);
      tags.addAll(Javadocs.param(name, words.doc()));
    }
    tags.addAll(Javadocs.tags(call.doc(), "param"));
    tags.add(Javadocs.returns(result(form)));
    tags.addAll(Javadocs.tags(call.doc(), "throws", "exception"));
    Code.addParameters(method, call.parameters(), call.element());
    var lambda = Code.free("m", taken);
    var arguments = Code.arguments(call.parameters());
    method.addJavadoc(Javadocs.of(summary(form), tags));
    if (call.isVoid()) {
      method
          .addCode("return $L($L, $L -> {\n$>", form.method(), Code.arguments(leading), lambda)
          .addStatement("$L.call($L)", lambda, arguments)
          .addStatement("return $L", lambda)
          .addCode("$<});\n");
    } else {
      var before = Code.arguments(leading);
      method.addStatement(
          "return $L($L, $L -> $L.call($L))", form.method(), before, lambda, lambda, arguments);
    }
    return method.build();
  }

  private static TypeName returnType(ShorthandForm form, MethodModel call) {
    return switch (form) {
      case INIT_WITH_KEY, INIT_WITH_RNGS -> RuntimeTypes.VARIABLES;
      case INIT_WITH_OUTPUT_WITH_KEY, INIT_WITH_OUTPUT_WITH_RNGS ->
          ParameterizedTypeName.get(RuntimeTypes.INITIALIZED, call.returnType().box());
      case APPLY -> call.returnType();
      case APPLY_WITH_OPTIONS ->
          ParameterizedTypeName.get(RuntimeTypes.APPLIED, call.returnType().box());
    };
  }

  private static String summary(ShorthandForm form) {
    return switch (form) {
      case INIT_WITH_KEY, INIT_WITH_RNGS -> "Initializes the variables by running {@code call}.";
      case INIT_WITH_OUTPUT_WITH_KEY, INIT_WITH_OUTPUT_WITH_RNGS ->
          "Initializes the variables by running {@code call}, and returns its output.";
      case APPLY -> "Runs {@code call} with the given variables.";
      case APPLY_WITH_OPTIONS -> "Runs {@code call} with the given variables and options.";
    };
  }

  private static String result(ShorthandForm form) {
    return switch (form) {
      case INIT_WITH_KEY, INIT_WITH_RNGS -> "the new variables";
      case INIT_WITH_OUTPUT_WITH_KEY, INIT_WITH_OUTPUT_WITH_RNGS ->
          "the output and the new variables";
      case APPLY -> "the output";
      case APPLY_WITH_OPTIONS -> "the output and the mutable variables";
    };
  }
}
