package io.cambric.processor.check;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.Map;

/** Erases type names, which may name classes that don't exist yet. */
final class Erasure {

  private Erasure() {}

  /**
   * Erases a type.
   *
   * @param type the type
   * @param variables the type variables in scope, with their bounds
   */
  static TypeName of(TypeName type, Map<String, TypeVariableName> variables) {
    return switch (type.withoutAnnotations()) {
      case ArrayTypeName array -> ArrayTypeName.of(of(array.componentType(), variables));
      case ParameterizedTypeName parameterized -> parameterized.rawType().withoutAnnotations();
      case TypeVariableName variable -> {
        var declared = variables.get(variable.name());
        yield declared == null || declared.bounds().isEmpty()
            ? ClassName.OBJECT
            : of(declared.bounds().getFirst(), variables);
      }
      case TypeName plain -> plain;
    };
  }
}
