package io.cambric.processor.check;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Classifies types of the JDK: their values never change, may change, or always change. */
final class JdkTypes {

  private static final List<String> VALUES =
      List.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Character",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Record",
          "java.lang.Class",
          "java.lang.Runtime.Version",
          "java.lang.invoke.MethodType",
          "java.math.BigInteger",
          "java.math.BigDecimal",
          "java.math.MathContext",
          "java.util.OptionalInt",
          "java.util.OptionalLong",
          "java.util.OptionalDouble",
          "java.util.UUID",
          "java.util.Locale",
          "java.util.Currency",
          "java.util.HexFormat",
          "java.util.regex.Pattern",
          "java.nio.ByteOrder",
          "java.nio.charset.Charset",
          "java.nio.file.Path",
          "java.io.File",
          "java.net.URI",
          "java.net.URL",
          "java.net.InetAddress");

  /** Collections that have unmodifiable implementations, and are values if their elements are. */
  private static final List<String> CONTAINERS =
      List.of(
          "java.util.List",
          "java.util.NavigableMap",
          "java.util.NavigableSet",
          "java.util.Map.Entry",
          "java.util.Optional");

  /** Supertypes of classes whose objects change during use, in any library. */
  private static final List<String> CHANGING =
      List.of(
          "java.lang.AutoCloseable",
          "java.lang.Appendable",
          "java.nio.Buffer",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.Date",
          "java.util.Enumeration",
          "java.util.Iterator",
          "java.util.Queue",
          "java.util.random.RandomGenerator");

  private final Elements elements;
  private final Types types;

  JdkTypes(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** {@return whether {@code type} belongs to the JDK} */
  boolean contain(TypeElement type) {
    return type.getQualifiedName().toString().startsWith("java.");
  }

  /** {@return whether values of {@code type} change during use} */
  boolean isChanging(TypeElement type) {
    return type.getQualifiedName().toString().startsWith("java.util.concurrent.atomic.")
        || CHANGING.stream().anyMatch(changing -> isSubtype(type, changing));
  }

  /**
   * {@return whether a variable of {@code type}, a JDK type, may hold a value that never changes} A
   * supertype of values, such as {@code Object} or {@code Comparable}, is included.
   */
  boolean mayHoldValue(TypeElement type) {
    return elements.getPackageOf(type).getQualifiedName().toString().startsWith("java.time")
        || type.getKind().isInterface() && isFunction(type)
        || Stream.concat(VALUES.stream(), CONTAINERS.stream())
            .anyMatch(value ->
                isSubtype(type, value) && VALUES.contains(value) || isSupertype(type, value));
  }

  /** {@return whether {@code type} is or extends a functional interface} */
  boolean isFunction(TypeElement type) {
    return type.getAnnotation(FunctionalInterface.class) != null
        || types.directSupertypes(type.asType()).stream()
            .map(types::asElement)
            .map(TypeElement.class::cast)
            .anyMatch(this::isFunction);
  }

  /** {@return whether {@code type} is the type with this name or a subtype of it} */
  boolean isSubtype(TypeElement type, String name) {
    var other = elements.getTypeElement(name);
    return other != null && types.isSubtype(erased(type), erased(other));
  }

  private boolean isSupertype(TypeElement type, String name) {
    var other = elements.getTypeElement(name);
    return other != null && types.isSubtype(erased(other), erased(type));
  }

  private TypeMirror erased(Element type) {
    return types.erasure(Objects.requireNonNull(type).asType());
  }
}
