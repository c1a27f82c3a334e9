package io.cambric.processor.body;

import io.cambric.processor.report.TypeText;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Tells types whose values can be no pytrees, nor static leaves of one. */
final class TreeTypes {

  /**
   * Why a type is none.
   *
   * @param type the culprit, with the record that has it as a component
   * @param mend what to write in its place
   */
  record Flaw(String type, String mend) {}

  private final Facts facts;

  TreeTypes(Facts facts) {
    this.facts = facts;
  }

  /** {@return what is wrong with a type, if it is certain} */
  Optional<Flaw> flaw(TypeMirror type) {
    return flaw(type, new HashSet<>());
  }

  private Optional<Flaw> flaw(TypeMirror type, Set<TypeElement> around) {
    return switch (type) {
      case ArrayType array ->
          Optional.of(
              new Flaw(
                  TypeText.of(array),
                  array.getComponentType().getKind().isPrimitive()
                      ? "Use Array, and pass array(...) of the values."
                      : "Use List, and pass List.of(...) of the elements."));
      case DeclaredType declared
          when declared.getKind() == TypeKind.DECLARED
              && declared.asElement() instanceof TypeElement element ->
          ofClass(declared, element, around);
      default -> Optional.empty();
    };
  }

  private Optional<Flaw> ofClass(DeclaredType type, TypeElement element, Set<TypeElement> around) {
    if (facts.is(type, "java.util.List")
        || facts.is(type, "java.util.Map")
        || element.getQualifiedName().contentEquals("java.util.Optional")) {
      return type.getTypeArguments().stream()
          .flatMap(argument -> flaw(argument, around).stream())
          .findFirst();
    }
    if (facts.is(type, "java.util.Collection") && element.getKind() == ElementKind.CLASS
        || facts.is(type, "java.util.Queue")
        || facts.is(type, "java.util.Iterator")
        || facts.is(type, "java.util.stream.BaseStream")) {
      return Optional.of(
          new Flaw(element.getSimpleName().toString(), "Use List, and pass List.copyOf(...)."));
    }
    if (facts.is(type, "java.lang.Appendable") && facts.is(type, "java.lang.CharSequence")) {
      return Optional.of(
          new Flaw(element.getSimpleName().toString(), "Use String, and pass toString()."));
    }
    if (element.getKind() != ElementKind.RECORD
        || facts.is(type, "io.cambric.tree.Opaque")
        || !around.add(element)) {
      return Optional.empty();
    }
    for (var component : element.getRecordComponents()) {
      var flaw = flaw(facts.memberType(type, component), around);
      if (flaw.isPresent()) {
        var named =
            "%s with component %s of type %s"
                .formatted(element.getSimpleName(), component.getSimpleName(), flaw.get().type());
        return Optional.of(new Flaw(named, flaw.get().mend()));
      }
    }
    return Optional.empty();
  }
}
