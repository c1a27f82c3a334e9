package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.TypeElement;

/**
 * A number of arguments, with the names and types that follow from it.
 *
 * @param count at least 1
 */
record Arity(int count) {

  static final List<String> NUMERALS = List.of("one", "two", "three", "four", "five");

  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");

  private static final List<String> VARIABLES = List.of("A", "B", "C", "D", "E");

  static final TypeVariableName RESULT = TypeVariableName.get("R");

  static final TypeVariableName AUX = TypeVariableName.get("X");

  /** {@return the largest number of arguments that the marker of a type asks for} */
  static int of(TypeElement marked, TypeElement annotation) {
    return marked.getAnnotationMirrors().stream()
        .filter(mirror -> mirror.getAnnotationType().asElement().equals(annotation))
        .mapToInt(Arity::value)
        .findFirst()
        .orElseThrow();
  }

  private static int value(AnnotationMirror mirror) {
    return (Integer) mirror.getElementValues().values().iterator().next().getValue();
  }

  /** {@return the class of this arity: {@code Fn} for one argument, {@code Fn2} for two} */
  ClassName of(ClassName base) {
    return count == 1 ? base : base.peerClass(base.simpleName() + count);
  }

  /** {@return the names of the parameters} */
  List<String> names() {
    return count == 1 ? List.of("argument") : ordinals();
  }

  List<String> ordinals() {
    return ORDINALS.subList(0, count);
  }

  /** {@return the parameters as arguments of a call} */
  CodeBlock arguments() {
    return CodeBlock.of("$L", String.join(", ", names()));
  }

  /** {@return one type variable for each argument} */
  List<TypeVariableName> variables() {
    return VARIABLES.subList(0, count).stream().map(TypeVariableName::get).toList();
  }

  /** {@return the type variables of the arguments, and others} */
  List<TypeVariableName> variablesAnd(TypeVariableName... others) {
    var all = new ArrayList<>(variables());
    all.addAll(List.of(others));
    return all;
  }

  /** {@return the type of an array for each argument} */
  List<TypeName> arrays() {
    return Collections.nCopies(count, RuntimeNames.ARRAY);
  }

  /** {@return a class of this arity with the types of the arguments and others} */
  TypeName generic(ClassName base, List<? extends TypeName> types, TypeName... others) {
    var all = new ArrayList<TypeName>(types);
    all.addAll(List.of(others));
    return ParameterizedTypeName.get(of(base), all.toArray(TypeName[]::new));
  }

  /** {@return the type of a function of arguments of these types} */
  TypeName function(List<? extends TypeName> types, TypeName result) {
    return generic(RuntimeNames.FN, types, result);
  }

  /** {@return the type of a function of arrays} */
  TypeName arrayFunction() {
    return of(RuntimeNames.ARRAY_FN);
  }

  /** {@return the first type of one argument, else that of one part for each argument} */
  TypeName parts(List<? extends TypeName> types) {
    return count == 1 ? types.getFirst() : generic(RuntimeNames.GRADS, types);
  }

  /** {@return the arguments in words, such as {@code two arrays}} */
  String words(String singular) {
    if (count > 1) {
      return NUMERALS.get(count - 1) + " " + singular + "s";
    }
    return (singular.startsWith("a") ? "an " : "a ") + singular;
  }
}
