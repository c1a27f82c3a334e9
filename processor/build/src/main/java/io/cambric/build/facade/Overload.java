package io.cambric.build.facade;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A method of a façade: a function of a topic, with one form chosen for each parameter of a
 * convertible type.
 *
 * @param function of the topic
 * @param arguments the parameters of the method, in order
 */
record Overload(ExecutableElement function, List<Argument> arguments) {

  /**
   * A parameter of the method.
   *
   * @param parameter of the function
   * @param conversion the method {@code of} that makes the parameter's type, or {@code null} where
   *     callers pass that type
   */
  record Argument(VariableElement parameter, @Nullable ExecutableElement conversion) {

    private static Stream<Argument> of(VariableElement parameter) {
      var conversions = ArgumentConversions.of(parameter.asType());
      return conversions.isEmpty()
          ? Stream.of(new Argument(parameter, null))
          : conversions.stream().map(conversion -> new Argument(parameter, conversion));
    }

    /** {@return the type that callers pass} */
    TypeMirror type() {
      return conversion == null
          ? parameter.asType()
          : conversion.getParameters().getFirst().asType();
    }

    ParameterSpec spec() {
      return ParameterSpec.builder(TypeNames.of(type()), parameter.getSimpleName().toString())
          .build();
    }

    /** {@return the argument for the function} */
    CodeBlock code() {
      return conversion == null
          ? CodeBlock.of("$L", parameter.getSimpleName())
          : CodeBlock.of(
              "$T.of($L)",
              ClassName.get((TypeElement) conversion.getEnclosingElement()),
              parameter.getSimpleName());
    }
  }

  /** {@return all methods of a façade for a function, those of the first forms first} */
  static List<Overload> of(ExecutableElement function) {
    var all = List.of(new Overload(function, List.of()));
    for (var parameter : function.getParameters()) {
      all = all.stream().flatMap(before -> Argument.of(parameter).map(before::with)).toList();
    }
    return all;
  }

  private Overload with(Argument argument) {
    var all = new ArrayList<>(arguments);
    all.add(argument);
    return new Overload(function, List.copyOf(all));
  }

  /** {@return the name of the method} */
  String name() {
    return function.getSimpleName().toString();
  }

  /** {@return the type parameters of the function, then those of the forms} */
  Stream<TypeVariableName> typeVariables() {
    var ofForms =
        arguments.stream()
            .map(Argument::conversion)
            .flatMap(form -> form == null ? Stream.of() : form.getTypeParameters().stream());
    return Stream.concat(function.getTypeParameters().stream(), ofForms).map(TypeNames::of);
  }
}
