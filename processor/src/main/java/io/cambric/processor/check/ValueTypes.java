package io.cambric.processor.check;

import io.cambric.processor.read.Owners;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.TypeText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
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
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;

/** Separates value types from types that are mutable or compare by identity. */
final class ValueTypes {

  /**
   * The reason why a type is not a value.
   *
   * @param type the offending type, as in source code
   * @param reason the flaw of the type, as a verb phrase
   * @param instead the type to use instead, or empty
   */
  record Flaw(String type, String reason, String instead) {

    /** {@return the flaw, as a relative clause after the name of a whole type} */
    String clause(String whole) {
      return type.equals(whole) ? "which " + reason : "in which " + type + " " + reason;
    }

    /** {@return whether the offending type is an array, or a tree of arrays} */
    boolean isArrays() {
      return type.equals("Array") || reason.equals(HOLDS_ARRAYS);
    }

    /** {@return whether the offending type is a Java array of numbers, which could be an Array} */
    boolean isOfNumbers() {
      return type.matches("(byte|short|int|long|float|double|boolean|char)(\\[])+");
    }
  }

  /** The uses of a value, which decide which types are values. */
  private enum Use {
    /** Values of components of modules: types with {@code equals}. */
    COMPONENT,
    /** Values of metadata of pytrees: types that the runtime knows never to change. */
    STATIC,
    /** Values of children of pytrees: arrays, pytrees, and types that may be metadata. */
    CHILD
  }

  /** The type to use instead of a class. */
  static final String RECORD = "a record";

  private static final String IDENTITY = "compares by identity";
  private static final String MUTABLE = "is mutable";
  private static final String MAY_CHANGE = "may change";
  private static final String HOLDS_ARRAYS = "holds arrays";

  private static final String OPAQUE = "io.cambric.tree.Opaque";
  private static final String TREE_NODE = "io.cambric.tree.TreeNode";

  private static final List<String> USED_UP =
      List.of(
          "java.util.Queue",
          "java.util.Iterator",
          "java.util.Enumeration",
          "java.util.stream.Stream");

  private static final List<String> INTERFACES =
      List.of("java.util.List", "java.util.Set", "java.util.Map", "java.util.Collection");

  /** The interfaces by which a list may be declared. */
  private static final Set<String> LISTS =
      Set.of("java.util.Collection", "java.util.SequencedCollection");

  private static final Set<String> CONTAINERS =
      Set.of(
          "java.util.Collection",
          "java.util.List",
          "java.util.Map",
          "java.util.Map.Entry",
          "java.util.NavigableMap",
          "java.util.NavigableSet",
          "java.util.Optional",
          "java.util.SequencedCollection",
          "java.util.SequencedMap",
          "java.util.SequencedSet",
          "java.util.Set",
          "java.util.SortedMap",
          "java.util.SortedSet");

  private final Elements elements;
  private final Types types;
  private final JdkTypes jdk;

  ValueTypes(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
    this.jdk = new JdkTypes(elements, types);
  }

  /** {@return why {@code type} is not a value type, or empty if it is} */
  Optional<Flaw> flaw(TypeMirror type) {
    return new Walk(Use.COMPONENT).flaw(type);
  }

  /** {@return why metadata can't have {@code type}, or empty if it can} */
  Optional<Flaw> staticFlaw(TypeMirror type) {
    return new Walk(Use.STATIC).flaw(type);
  }

  /** {@return why a child of a pytree can't have {@code type}, or empty if it can} */
  Optional<Flaw> childFlaw(TypeMirror type) {
    return new Walk(Use.CHILD).flaw(type);
  }

  /** The check of one type, which visits each record and each type variable once. */
  private final class Walk {

    private final Use use;
    private final Set<Element> around = new HashSet<>();

    Walk(Use use) {
      this.use = use;
    }

    Optional<Flaw> flaw(TypeMirror type) {
      return switch (type) {
        case ArrayType array -> Optional.of(ofArray(array));
        case WildcardType wildcard when wildcard.getExtendsBound() != null ->
            flaw(wildcard.getExtendsBound());
        case TypeVariable variable when use != Use.COMPONENT && around.add(variable.asElement()) ->
            flaw(variable.getUpperBound());
        case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
            ofClass(declared, (TypeElement) declared.asElement());
        default -> Optional.empty();
      };
    }

    private Optional<Flaw> ofClass(DeclaredType type, TypeElement element) {
      if (element.getQualifiedName().contentEquals(RuntimeTypes.ARRAY.canonicalName())) {
        return use == Use.CHILD
            ? Optional.empty()
            : Optional.of(new Flaw(TypeText.of(type), IDENTITY, ""));
      }
      if (jdk.contain(element)) {
        return ofJdk(type, element);
      }
      if (element.getKind() == ElementKind.RECORD) {
        return ofRecord(type, element);
      }
      return element.getKind() == ElementKind.CLASS ? ofUserClass(type, element) : Optional.empty();
    }

    private Optional<Flaw> ofJdk(DeclaredType type, TypeElement element) {
      var name = element.getQualifiedName().toString();
      if (use == Use.CHILD && (isTree(element) || LISTS.contains(name))) {
        return ofArguments(type);
      }
      var collection = collection(type, element);
      if (collection.isPresent()) {
        return collection;
      }
      if (jdk.isChanging(element)) {
        var instead = name.startsWith("java.lang.String") ? "String" : "";
        return Optional.of(new Flaw(TypeText.of(type), MUTABLE, instead));
      }
      // The type arguments of functions and of all other classes are not checked.
      if (CONTAINERS.contains(name)) {
        return use == Use.CHILD
            ? new Walk(Use.STATIC).ofArguments(type).map(_ -> notTree(type))
            : ofArguments(type);
      }
      return use == Use.COMPONENT || jdk.mayHoldValue(element)
          ? Optional.empty()
          : Optional.of(new Flaw(TypeText.of(type), MAY_CHANGE, ""));
    }

    private boolean isTree(TypeElement element) {
      return jdk.isSubtype(element, "java.util.List")
          || jdk.isSubtype(element, "java.util.Map")
          || jdk.isSubtype(element, "java.util.Optional");
    }

    private Optional<Flaw> ofArguments(DeclaredType type) {
      return type.getTypeArguments().stream().flatMap(a -> flaw(a).stream()).findFirst();
    }

    private Optional<Flaw> ofRecord(DeclaredType type, TypeElement element) {
      boolean isKnown =
          use == Use.COMPONENT
              ? hasEquals(element)
              : jdk.isSubtype(element, OPAQUE) || isOfLibrary(element) && !isOfCambric(element);
      if (isKnown || !around.add(element)) {
        return Optional.empty();
      }
      return element.getRecordComponents().stream()
          .map(c -> types.asMemberOf(type, c.getAccessor()))
          .flatMap(t -> flaw(((ExecutableType) t).getReturnType()).stream())
          .findFirst();
    }

    private Optional<Flaw> ofUserClass(DeclaredType type, TypeElement element) {
      if (element.getModifiers().contains(Modifier.ABSTRACT)) {
        return Optional.empty();
      }
      if (use == Use.STATIC && jdk.isSubtype(element, TREE_NODE)) {
        return Optional.of(new Flaw(TypeText.of(type), HOLDS_ARRAYS, ""));
      }
      if (use == Use.COMPONENT) {
        return hasEquals(element)
            ? Optional.empty()
            : Optional.of(new Flaw(TypeText.of(type), IDENTITY, RECORD));
      }
      // Trees.register makes any class a node; Trees.registerStatic makes a class with equals a
      // value.
      boolean isValue =
          use == Use.CHILD
              || jdk.isSubtype(element, OPAQUE)
              || jdk.isSubtype(element, RuntimeTypes.MODULE.canonicalName())
              || jdk.isFunction(element)
              || hasEquals(element) && isOfLibrary(element);
      return isValue
          ? Optional.empty()
          : Optional.of(
              new Flaw(TypeText.of(type), hasEquals(element) ? MAY_CHANGE : IDENTITY, RECORD));
    }
  }

  /**
   * Whether a type belongs to a library. Users of a library cannot change its classes; they
   * register them.
   */
  private boolean isOfLibrary(TypeElement type) {
    return elements.getFileObjectOf(type).getKind() == JavaFileObject.Kind.CLASS;
  }

  /** Whether a type is a record of Cambric, such as a key. Its components decide what it is. */
  private static boolean isOfCambric(TypeElement type) {
    return type.getQualifiedName().toString().startsWith("io.cambric.");
  }

  private Flaw ofArray(ArrayType array) {
    return new Flaw(TypeText.of(array), IDENTITY, listOf(array));
  }

  private String listOf(ArrayType array) {
    var element =
        switch (array.getComponentType()) {
          case PrimitiveType primitive -> types.boxedClass(primitive).getSimpleName().toString();
          case ArrayType inner -> listOf(inner);
          case TypeMirror other -> TypeText.of(other);
        };
    return "List<" + element + ">";
  }

  /** The flaw of a collection with arrays in it, such as a set. */
  private static Flaw notTree(DeclaredType type) {
    var arguments = type.getTypeArguments();
    var instead = arguments.size() == 1 ? "List<" + TypeText.of(arguments.getFirst()) + ">" : "";
    return new Flaw(TypeText.of(type), "is not a pytree", instead);
  }

  private boolean hasEquals(TypeElement type) {
    return ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
        .filter(method -> method.getSimpleName().contentEquals("equals"))
        .anyMatch(method -> !isGiven(method));
  }

  /**
   * Whether a method is predefined: a method of every object, or a final one that the compiler adds
   * to a record.
   */
  private static boolean isGiven(ExecutableElement equals) {
    var owner = (TypeElement) Owners.of(equals);
    return owner.getQualifiedName().contentEquals("java.lang.Object")
        || owner.getKind() == ElementKind.RECORD && equals.getModifiers().contains(Modifier.FINAL);
  }

  /** The flaw of a collection class, or of a type such as an iterator that reading uses up. */
  private Optional<Flaw> collection(DeclaredType type, TypeElement element) {
    boolean isUsedUp = USED_UP.stream().anyMatch(name -> jdk.isSubtype(element, name));
    if (element.getKind() != ElementKind.CLASS && !isUsedUp) {
      return Optional.empty();
    }
    for (var name : isUsedUp ? List.of("java.util.List") : INTERFACES) {
      if (isUsedUp || jdk.isSubtype(element, name)) {
        var arguments =
            type.getTypeArguments().stream().map(TypeText::of).collect(Collectors.joining(", "));
        var simple = name.substring(name.lastIndexOf('.') + 1);
        var instead = simple + (arguments.isEmpty() ? "" : "<" + arguments + ">");
        return Optional.of(new Flaw(TypeText.of(type), MUTABLE, instead));
      }
    }
    return Optional.empty();
  }
}
