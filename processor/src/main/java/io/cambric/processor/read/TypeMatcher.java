package io.cambric.processor.read;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import java.util.Map;

/**
 * Binds type variables by laying a type that mentions them over one that doesn't.
 *
 * @param variables the names of the variables
 * @param found receives the bindings; the first binding of a variable stays
 */
record TypeMatcher(List<String> variables, Map<String, TypeName> found) {

  void match(TypeName wanted, TypeName actual) {
    switch (wanted) {
      case TypeVariableName variable when variables.contains(variable.name()) ->
          found.putIfAbsent(variable.name(), actual.withoutAnnotations().box());
      case ArrayTypeName array when actual instanceof ArrayTypeName other ->
          match(array.componentType(), other.componentType());
      case ParameterizedTypeName type
          when actual instanceof ParameterizedTypeName other
              && type.rawType().equals(other.rawType()) ->
          matchArguments(type, other);
      default -> {}
    }
  }

  private void matchArguments(ParameterizedTypeName wanted, ParameterizedTypeName actual) {
    for (int i = 0; i < wanted.typeArguments().size(); i++) {
      match(wanted.typeArguments().get(i), actual.typeArguments().get(i));
    }
  }
}
