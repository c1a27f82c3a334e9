package io.cambric.processor.check;

import io.cambric.processor.read.Owners;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.TypeText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Tells types of values from types that are mutable or compare by identity. */
final class ValueTypes {

  /**
   * Why a type is no value.
   *
   * @param type the culprit, as the source would have it
   * @param reason what is wrong with it, as a verb phrase
   * @param instead what to use in its place, or empty
   */
  record Flaw(String type, String reason, String instead) {}

  /** What a class should be instead. */
  static final String RECORD = "a record";

  private static final String IDENTITY = "compares by identity";
  private static final String MUTABLE = "is mutable";

  private static final Set<String> MUTABLE_CLASSES =
      Set.of(
          "java.lang.StringBuilder",
          "java.lang.StringBuffer",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.Date",
          "java.util.Random");

  private static final List<String> INTERFACES =
      List.of("java.util.List", "java.util.Set", "java.util.Map", "java.util.Collection");

  private static final Set<String> CONTAINERS =
      Set.of(
          "java.util.Collection",
          "java.util.List",
          "java.util.Map",
          "java.util.Optional",
          "java.util.SequencedCollection",
          "java.util.SequencedMap",
          "java.util.SequencedSet",
          "java.util.Set");

  private final Elements elements;
  private final Types types;

  ValueTypes(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** {@return why {@code type} is no value, if it is none} */
  Optional<Flaw> flaw(TypeMirror type) {
    return flaw(type, new HashSet<>());
  }

  private Optional<Flaw> flaw(TypeMirror type, Set<TypeElement> around) {
    return switch (type) {
      case ArrayType array -> Optional.of(ofArray(array));
      case WildcardType wildcard when wildcard.getExtendsBound() != null ->
          flaw(wildcard.getExtendsBound(), around);
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          ofClass(declared, around);
      default -> Optional.empty();
    };
  }

  private Flaw ofArray(ArrayType array) {
    var component = array.getComponentType();
    var boxed =
        component instanceof PrimitiveType primitive
            ? types.boxedClass(primitive).getSimpleName().toString()
            : TypeText.of(component);
    return new Flaw(TypeText.of(array), IDENTITY, "List<" + boxed + ">");
  }

  private Optional<Flaw> ofClass(DeclaredType type, Set<TypeElement> around) {
    var element = (TypeElement) type.asElement();
    var name = element.getQualifiedName().toString();
    if (name.equals(RuntimeTypes.ARRAY.canonicalName())) {
      return Optional.of(new Flaw(TypeText.of(type), IDENTITY, ""));
    }
    if (MUTABLE_CLASSES.contains(name) || name.startsWith("java.util.concurrent.atomic.")) {
      var instead = name.startsWith("java.lang.String") ? "String" : "";
      return Optional.of(new Flaw(TypeText.of(type), MUTABLE, instead));
    }
    if (element.getKind() == ElementKind.CLASS && name.startsWith("java.util.")) {
      var collection = collection(type);
      if (collection.isPresent()) {
        return collection;
      }
    }
    if (element.getKind() == ElementKind.CLASS && isIdentity(element)) {
      return Optional.of(new Flaw(TypeText.of(type), IDENTITY, RECORD));
    }
    if (element.getKind() == ElementKind.RECORD && !hasEquals(element) && around.add(element)) {
      return element.getRecordComponents().stream()
          .map(c -> types.asMemberOf(type, c.getAccessor()))
          .flatMap(t -> flaw(((ExecutableType) t).getReturnType(), around).stream())
          .findFirst();
    }
    // What a function or any other class does with its type arguments is its own affair.
    return CONTAINERS.contains(name)
        ? type.getTypeArguments().stream().flatMap(a -> flaw(a, around).stream()).findFirst()
        : Optional.empty();
  }

  /** Whether each object of a class is equal to itself alone; of abstract ones nobody knows. */
  private boolean isIdentity(TypeElement type) {
    return !type.getModifiers().contains(Modifier.ABSTRACT)
        && !type.getQualifiedName().toString().startsWith("java.")
        && !hasEquals(type);
  }

  private boolean hasEquals(TypeElement type) {
    return ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
        .filter(method -> method.getSimpleName().contentEquals("equals"))
        .anyMatch(method -> !isGiven(method));
  }

  /** What every object has, and what the compiler adds to records, which alone is final. */
  private static boolean isGiven(ExecutableElement equals) {
    var owner = (TypeElement) Owners.of(equals);
    return owner.getQualifiedName().contentEquals("java.lang.Object")
        || owner.getKind() == ElementKind.RECORD && equals.getModifiers().contains(Modifier.FINAL);
  }

  private Optional<Flaw> collection(DeclaredType type) {
    for (var name : INTERFACES) {
      var wanted = elements.getTypeElement(name);
      if (wanted != null
          && types.isAssignable(types.erasure(type), types.erasure(wanted.asType()))) {
        var arguments =
            type.getTypeArguments().stream().map(TypeText::of).collect(Collectors.joining(", "));
        var instead = wanted.getSimpleName() + (arguments.isEmpty() ? "" : "<" + arguments + ">");
        return Optional.of(new Flaw(TypeText.of(type), MUTABLE, instead));
      }
    }
    return Optional.empty();
  }
}
