package io.cambric.processor.example;

import io.cambric.processor.read.Annotated;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * A method of a definition that an example may call.
 *
 * @param method the method itself
 * @param parameters its parameters, without the setup record, which callers do not see
 */
record Callee(ExecutableElement method, List<? extends VariableElement> parameters) {

  /** {@return the methods of a definition that an example may call} */
  static List<Callee> of(TypeElement definition) {
    return ElementFilter.methodsIn(definition.getEnclosedElements()).stream()
        .filter(method -> !method.getModifiers().contains(Modifier.PRIVATE))
        .filter(method -> !method.getModifiers().contains(Modifier.STATIC))
        .filter(method -> !Annotated.has(method, Annotated.SETUP))
        .map(method -> new Callee(method, seen(method, definition)))
        .toList();
  }

  private static List<? extends VariableElement> seen(
      ExecutableElement method, TypeElement definition) {
    var parameters = method.getParameters();
    boolean takesParts =
        !parameters.isEmpty()
            && parameters.getFirst().asType() instanceof DeclaredType first
            && Annotated.methods(definition, Annotated.SETUP).stream()
                .map(ExecutableElement::getReturnType)
                .anyMatch(parts ->
                    parts instanceof DeclaredType type
                        && type.asElement().equals(first.asElement()));
    return parameters.subList(takesParts ? 1 : 0, parameters.size());
  }

  String name() {
    return method.getSimpleName().toString();
  }

  boolean isVoid() {
    return method.getReturnType().getKind() == TypeKind.VOID;
  }

  /** {@return whether it may be called with this number of arguments} */
  boolean takes(int arguments) {
    return method.isVarArgs() ? arguments >= parameters.size() - 1 : arguments == parameters.size();
  }

  /** {@return the name of the parameter of an argument} */
  String parameter(int argument) {
    return parameters.get(place(argument)).getSimpleName().toString();
  }

  /** {@return the type that an argument must have} */
  TypeMirror type(int argument) {
    var type = parameters.get(place(argument)).asType();
    return method.isVarArgs()
            && argument >= parameters.size() - 1
            && type instanceof ArrayType array
        ? array.getComponentType()
        : type;
  }

  private int place(int argument) {
    return Math.min(argument, parameters.size() - 1);
  }

  /** The method with the names of its parameters. */
  @Override
  public String toString() {
    return parameters.stream()
        .map(parameter -> parameter.getSimpleName().toString())
        .collect(Collectors.joining(", ", name() + "(", ")"));
  }
}
