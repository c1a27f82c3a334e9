package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Finds the leaves of a pytree whose type can't hold a traced value. */
final class LeafTypes {

  private final Types types;
  private final JdkTypes jdk;

  LeafTypes(Elements elements, Types types) {
    this.types = types;
    this.jdk = new JdkTypes(elements, types);
  }

  /** {@return the type of a leaf of {@code type} that is text, a number or an enum} */
  Optional<TypeMirror> plain(TypeMirror type) {
    return plain(type, new HashSet<>());
  }

  private Optional<TypeMirror> plain(TypeMirror type, Set<Element> around) {
    return switch (type) {
      case WildcardType wildcard when wildcard.getExtendsBound() != null ->
          plain(wildcard.getExtendsBound(), around);
      case TypeVariable variable when around.add(variable.asElement()) ->
          plain(variable.getUpperBound(), around).map(_ -> type);
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          ofClass(declared, (TypeElement) declared.asElement(), around);
      default -> type.getKind().isPrimitive() ? Optional.of(type) : Optional.empty();
    };
  }

  private Optional<TypeMirror> ofClass(
      DeclaredType type, TypeElement element, Set<Element> around) {
    if (element.getKind() == ElementKind.ENUM
        || jdk.isSubtype(element, "java.lang.Enum")
        || jdk.isSubtype(element, "java.lang.Number")
        || jdk.isSubtype(element, "java.lang.Boolean")
        || jdk.isSubtype(element, "java.lang.Character")
        || jdk.isSubtype(element, "java.lang.String")) {
      return Optional.of(type);
    }
    var arguments = type.getTypeArguments();
    if (jdk.isSubtype(element, "java.util.List")
        || jdk.isSubtype(element, "java.util.Map")
        || jdk.isSubtype(element, "java.util.Optional")) {
      // The keys of a map are no leaves.
      return arguments.isEmpty() ? Optional.empty() : plain(arguments.getLast(), around);
    }
    return Annotated.has(element, Annotated.PY_TREE) && around.add(element)
        ? element.getRecordComponents().stream()
            .filter(c -> !Annotated.has(c, Annotated.STATIC) && isGeneric(c.asType()))
            .flatMap(c -> plain(memberType(type, c), around).stream())
            .findFirst()
        : Optional.empty();
  }

  /** A component without type variables is reported on its own pytree. */
  private static boolean isGeneric(TypeMirror type) {
    return switch (type) {
      case TypeVariable _ -> true;
      case DeclaredType declared ->
          declared.getTypeArguments().stream().anyMatch(LeafTypes::isGeneric);
      default -> false;
    };
  }

  private TypeMirror memberType(DeclaredType type, RecordComponentElement component) {
    return ((ExecutableType) types.asMemberOf(type, component.getAccessor())).getReturnType();
  }
}
